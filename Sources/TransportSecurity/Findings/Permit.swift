import InternetNames

/// The proof that a decision was taken: without one, no connection to a destination is opened.
///
/// It names the addresses that may be connected to: the very one that was examined, or, where nothing is
/// examined before, those that were found for the name and are allowed as destinations. Only this module
/// can make one.
public struct Permit: Hashable, Sendable {
    /// The destination as the client named it.
    public let authority: Authority
    /// Where to connect, in order of preference; never empty.
    public let addresses: [IPAddress]

    /// The permit that a verdict gives in that mode; nil where it blocks, or comes to no decision.
    public init?(_ verdict: Verdict, in mode: Mode, authority: Authority, addresses: [IPAddress]) {
        switch verdict.decision(in: mode) {
        case .allowed, .wouldBlock: break
        case .blocked, .failed: return nil
        }
        guard !addresses.isEmpty else { return nil }
        self.authority = authority
        self.addresses = addresses
    }

    /// The permit to connect before anything is examined; nil where the verdict must come first, because ATS
    /// applies and is enforced.
    public init?(unexamined requirements: Requirements, in mode: Mode, authority: Authority, addresses: [IPAddress]) {
        guard mode == .observe || !requirements.applies, !addresses.isEmpty else { return nil }
        self.authority = authority
        self.addresses = addresses
    }
}
