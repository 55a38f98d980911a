import JSONWriting
import Reports
import TransportSecurity

/// The review of one exception in a declared policy against recorded traffic.
public struct DeclaredException: Hashable, Sendable {
    /// The key of an entry of `NSExceptionDomains`, or a key of the top level.
    public var key: String
    /// Whether the exception is an entry of `NSExceptionDomains`.
    public var isDomain: Bool
    /// The result of the review.
    public var verdict: Verdict
    /// The reason in one sentence.
    public var reason: String
    /// The traffic whose requirements the exception determined.
    public var traffic: TrafficCount

    /// The results of a review.
    public enum Verdict: String, CaseIterable, Sendable {
        /// Without the exception, traffic violates ATS, and no narrower one suffices.
        case needed
        /// An exception is needed, but a narrower one suffices.
        case widerThanNeeded = "wider-than-needed"
        /// The exception decided for traffic that has no violation without it.
        case noLongerNeeded = "no-longer-needed"
        /// The exception decided for traffic that has the same violations with and without it.
        case insufficient
        /// The exception decided for no recorded traffic.
        case neverHit = "never-hit"
        /// The key of the exception matches no host.
        case neverMatches = "never-matches"
        /// The exception relaxes nothing, but keeps ATS on or makes it stricter.
        case restricts

        /// The result in a few words.
        var prose: String {
            switch self {
            case .needed: return "needed"
            case .widerThanNeeded: return "wider than needed"
            case .noLongerNeeded: return "no longer needed"
            case .insufficient: return "does not suffice"
            case .neverHit: return "never hit"
            case .neverMatches: return "never matches"
            case .restricts: return "restricts"
            }
        }
    }
}

extension DeclaredException: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("key", key)
            json.member("isDomain", isDomain)
            json.member("verdict", verdict.rawValue)
            json.member("reason", reason)
            json.member("traffic", traffic)
        }
    }
}
