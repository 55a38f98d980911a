import InternetNames
import TransportSecurity

/// One entry of `NSExceptionDomains` that recorded traffic needs.
public struct AdvisedException: Hashable, Sendable {
    /// The host, which is the key of the entry.
    public var host: Host
    /// The keys of the entry.
    public var keys: [String: PropertyValue]
    /// What is violated without the entry.
    public var findings: [Finding]
    /// The traffic that needs it.
    public var traffic: TrafficCount
    /// Whether the host answers on https already, so that another URL would do.
    public var https: HTTPSAnswer?
    /// What a person should know about the entry, a sentence each.
    public var caveats: [String]
}

/// What a recording shows of a host's https, where its loads go in cleartext.
public struct HTTPSAnswer: Hashable, Sendable {
    /// Where it answers.
    public var authority: Authority
    /// The rules that it would violate there; empty where the URL only needs to be changed.
    public var violations: [RuleID]

    /// The answer in one sentence.
    public var sentence: String {
        violations.isEmpty
            ? "\(authority) answers on https already, and ATS has nothing against it: change the URL."
            : "\(authority) answers on https, but violates \(violations.map(\.rawValue).joined(separator: ", "))."
    }
}
