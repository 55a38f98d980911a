/// One requirement for what passes in a CONNECT tunnel: what it is called, where it is written, what it finds.
///
/// A `Rule` judges what a server can do, these judge what client and server did. They hold where ATS applies;
/// elsewhere what they see is at most a remark.
public protocol TunnelRule: Sendable {
    /// The rule's stable name.
    static var id: RuleID { get }
    /// Where the requirement is published.
    static var citation: Citation { get }
    /// What the rule finds in a tunnel under those requirements.
    func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome
}

extension RuleSet {
    /// Every rule about tunnels, in the order in which findings are listed.
    public static let tunnel: [any TunnelRule] = [
        TunnelCleartext(), TunnelVersion(), TunnelCipherSuite(), TunnelServerName(), TunnelCertificate(),
    ]
}
