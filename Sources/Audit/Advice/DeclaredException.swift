import TransportSecurity

/// What recorded traffic says of one exception that a policy declares.
public struct DeclaredException: Hashable, Sendable {
    /// Where it stands: the key of an entry of `NSExceptionDomains`, or a key of the top level.
    public var key: String
    /// Whether it is an entry of `NSExceptionDomains`.
    public var isDomain: Bool
    /// What the traffic says.
    public var verdict: Verdict
    /// Why, in one sentence.
    public var reason: String
    /// The traffic that it decided on.
    public var traffic: TrafficCount

    /// What traffic says of an exception.
    public enum Verdict: String, CaseIterable, Sendable {
        /// Traffic violates something without it, and less would not do.
        case needed
        /// It is needed, but more than is needed.
        case widerThanNeeded = "wider-than-needed"
        /// It decided on traffic, which violates nothing without it.
        case noLongerNeeded = "no-longer-needed"
        /// It decided on traffic, which violates as much with it as without it.
        case insufficient
        /// It decided on no recorded traffic.
        case neverHit = "never-hit"
        /// It relaxes nothing: it keeps or makes ATS stricter.
        case restricts
    }
}
