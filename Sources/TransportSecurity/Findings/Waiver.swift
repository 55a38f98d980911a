import InternetNames

/// What an operator chose to overlook: `--ignore RULE` or `--ignore RULE@HOST`.
public struct Waiver: Hashable, Sendable {
    /// The rule whose findings become notes.
    public var rule: RuleID
    /// The host where they do; nil for every host.
    public var host: Host?

    /// A waiver of that rule, at that host or everywhere.
    public init(rule: RuleID, host: Host? = nil) {
        self.rule = rule
        self.host = host
    }

    /// Reads `RULE` or `RULE@HOST`; nil where the rule or the host is none.
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

    /// Whether a finding of that rule at that host is waived.
    public func covers(_ rule: RuleID, at host: Host) -> Bool {
        self.rule == rule && (self.host == nil || self.host == host)
    }
}

extension Waiver: CustomStringConvertible {
    /// The waiver as `--ignore` takes it.
    public var description: String {
        host.map { "\(rule.rawValue)@\($0)" } ?? rule.rawValue
    }
}
