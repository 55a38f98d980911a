import InternetNames
import TransportSecurity

/// What a team chose to overlook for a while: one entry of a waivers file.
public struct DatedWaiver: Hashable, Sendable {
    /// The rule whose findings are overlooked.
    public var rule: RuleID
    /// The host where they are; nil for every host.
    public var host: Host?
    /// Why.
    public var reason: String
    /// Who answers for it.
    public var owner: String
    /// The last moment at which it holds.
    public var expires: Instant

    /// A waiver with these parts.
    public init(rule: RuleID, host: Host?, reason: String, owner: String, expires: Instant) {
        self.rule = rule
        self.host = host
        self.reason = reason
        self.owner = owner
        self.expires = expires
    }

    /// Whether it covers findings of that rule at that host, expired or not.
    public func covers(_ rule: RuleID, at host: Host) -> Bool {
        Waiver(rule: self.rule, host: self.host).covers(rule, at: host)
    }

    /// Whether it holds no longer.
    public func isExpired(at time: Instant) -> Bool { time > expires }

    /// The waiver as `--ignore` spells it, `tls.version@example.com`.
    public var name: String { Waiver(rule: rule, host: host).description }
}
