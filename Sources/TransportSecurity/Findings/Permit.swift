import InternetNames

/// The proof of a decision, without which no connection to a destination is opened.
///
/// A permit names the addresses that may be connected to: the one address that was probed or, without a probe
/// beforehand, all addresses of the name that are allowed as destinations. A permit can only be made from a verdict, or
/// from requirements that let the load go before any verdict.
public struct Permit: Hashable, Sendable {
    /// The destination as the client named it.
    public let authority: Authority
    /// The addresses to connect to, in order of preference; never empty.
    public let addresses: [IPAddress]
    /// The mode in which the decision was made.
    public let mode: Mode

    /// Creates the permit that follows from a verdict in a mode; nil if the decision is `blocked` or `failed`, or if
    /// there is no address.
    public init?(_ verdict: Verdict, in mode: Mode, authority: Authority, addresses: [IPAddress]) {
        switch verdict.decision(in: mode) {
        case .allowed, .wouldBlock: break
        case .blocked, .failed: return nil
        }
        guard !addresses.isEmpty else { return nil }
        self.authority = authority
        self.addresses = addresses
        self.mode = mode
    }

    /// Creates the permit to connect before any probe; nil if the verdict must come first, because ATS applies and is
    /// enforced.
    public init?(unprobed requirements: Requirements, in mode: Mode, authority: Authority, addresses: [IPAddress]) {
        guard mode == .observe || !requirements.applies, !addresses.isEmpty else { return nil }
        self.authority = authority
        self.addresses = addresses
        self.mode = mode
    }
}
