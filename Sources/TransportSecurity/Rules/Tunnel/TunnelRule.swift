/// One requirement for the bytes in a CONNECT tunnel: its name, its source and its check.
///
/// A `Rule` judges a server's abilities; a tunnel rule judges the handshake in a tunnel. Tunnel rules apply if ATS
/// applies; otherwise their outcome is at most a note.
public protocol TunnelRule: Sendable {
    /// The stable name of the rule.
    static var id: RuleID { get }
    /// The published source of the requirement.
    static var citation: Citation { get }
    /// The outcome of the rule for a tunnel under the requirements.
    func evaluate(_ tunnel: TunnelObservation, under requirements: Requirements) -> Outcome
}
