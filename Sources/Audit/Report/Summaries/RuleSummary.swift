import InternetNames
import TransportSecurity

/// The findings of one rule.
public struct RuleSummary: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// The hosts with a violation of the rule.
    public var violatedHosts: Set<Host> = []
    /// The hosts with a warning of the rule, which is left to the app.
    public var warnedHosts: Set<Host> = []
    /// The traffic with findings of the rule.
    public var traffic = TrafficCount()
}

extension RuleSummary {
    mutating func add(_ severity: ReportFinding.Severity, _ host: Host) {
        switch severity {
        case .violation: violatedHosts.insert(host)
        case .warning: warnedHosts.insert(host)
        }
    }
}
