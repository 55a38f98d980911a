import InternetNames

/// A rule whose findings become notes, from `--ignore RULE` or `--ignore RULE@HOST`.
public struct Waiver: Hashable, Sendable {
    /// The rule whose findings become notes.
    public var rule: RuleID
    /// The only host for which the waiver holds; nil for all hosts.
    public var host: Host?

    /// Creates a waiver of a rule, at one host or at all hosts.
    public init(rule: RuleID, host: Host? = nil) {
        self.rule = rule
        self.host = host
    }

    /// Creates a waiver from `RULE` or `RULE@HOST`; nil if there is no such rule or the host is not valid.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, let rule = RuleID(rawValue: String(name)) else { return nil }
        guard parts.count > 1 else {
            self.init(rule: rule)
            return
        }
        guard let host = Host(String(parts[1])) else { return nil }
        self.init(rule: rule, host: host)
    }

    /// Whether the waiver holds for a finding of the rule at the host.
    public func covers(_ rule: RuleID, at host: Host) -> Bool {
        self.rule == rule && (self.host == nil || self.host == host)
    }
}

extension Waiver: CustomStringConvertible {
    /// The waiver in the syntax of `--ignore`.
    public var description: String {
        host.map { "\(rule.rawValue)@\($0)" } ?? rule.rawValue
    }
}
