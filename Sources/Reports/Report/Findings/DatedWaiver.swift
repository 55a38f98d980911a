import InternetNames
import JSONWriting
import TransportSecurity

/// An entry of a waivers file (`--waivers`): findings that a team accepts, and that do not count until a date.
public struct DatedWaiver: Hashable, Sendable {
    /// The rules and hosts whose findings are waived.
    public var waiver: Waiver
    /// The reason for the waiver.
    public var reason: String
    /// The person or team responsible for the waiver.
    public var owner: String
    /// The last moment at which the waiver holds.
    public var expires: Instant

    /// Creates a waiver with the given parts.
    public init(_ waiver: Waiver, reason: String, owner: String, expires: Instant) {
        self.waiver = waiver
        self.reason = reason
        self.owner = owner
        self.expires = expires
    }

    /// Whether the waiver covers findings of a rule at a host, even if it is expired.
    public func covers(_ rule: RuleID, at host: Host) -> Bool {
        waiver.covers(rule, at: host)
    }

    /// Whether the waiver is expired.
    public func isExpired(at time: Instant) -> Bool { time > expires }

    /// The identifier of an expired waiver in JUnit, in SARIF and for Xcode.
    static let expiryIdentifier = "waiver.expired"

    /// The expiry in a sentence without its end.
    var expiry: String { "The waiver \(name) of \(owner) expired on \(expires.date)" }

    /// The waiver in the syntax of `--ignore`, such as `tls.version@example.com`.
    public var name: String { waiver.description }
}

extension DatedWaiver: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", waiver.rules.description)
            json.member("host", waiver.hosts?.description)
            json.member("reason", reason)
            json.member("owner", owner)
            json.member("expires", expires)
        }
    }
}
