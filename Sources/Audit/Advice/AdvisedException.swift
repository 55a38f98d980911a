import InternetNames
import TransportSecurity

/// An entry of `NSExceptionDomains` that the recorded traffic needs.
public struct AdvisedException: Hashable, Sendable {
    /// The host, which is the key of the entry.
    public var host: Host
    /// The keys of the entry.
    public var keys: [String: PropertyValue]
    /// The violations without the entry.
    public var findings: [Finding]
    /// The traffic that needs the entry.
    public var traffic: TrafficCount
    /// The answer of the host to https, if the recording has one. Another URL may then suffice.
    public var https: HTTPSAnswer?
    /// Remarks about the entry, one sentence each.
    public var caveats: [String]
}

/// The answer of a host to https, for a host whose loads use cleartext.
public struct HTTPSAnswer: Hashable, Sendable {
    /// The host and port that answered.
    public var authority: Authority
    /// The rules that https loads there would violate; empty if only the URL needs to change.
    public var violations: [RuleID]

    /// The answer in one sentence.
    public var sentence: String {
        violations.isEmpty
            ? "\(authority) answers on https already, and ATS has nothing against it: change the URL."
            : "\(authority) answers on https, but violates \(violations.map(\.rawValue).joined(separator: ", "))."
    }
}
