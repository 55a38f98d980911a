import InternetNames
import JSONWriting
import TransportSecurity

/// The findings of one rule, as a report sums them up.
public struct RuleSummary: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// The hosts with a violation of the rule.
    public var violatedHosts: Set<Host> = []
    /// The hosts whose loads fail by the rule unless the app accepts them.
    public var unacceptedHosts: Set<Host> = []
    /// The hosts with a warning of the rule, which the app was seen to accept.
    public var warnedHosts: Set<Host> = []
    /// The traffic with findings of the rule.
    public var traffic = TrafficCount()

    /// Counts each host once, under the worst state of its loads.
    mutating func keepWorst() {
        unacceptedHosts.subtract(violatedHosts)
        warnedHosts.subtract(violatedHosts.union(unacceptedHosts))
    }

    /// Adds a finding of a severity at a host.
    mutating func add(_ severity: ReportFinding.Severity, at host: Host) {
        switch severity {
        case .violation: violatedHosts.insert(host)
        case .failsUnlessAccepted: unacceptedHosts.insert(host)
        case .warning: warnedHosts.insert(host)
        }
    }
}

extension RuleSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", rule)
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("unacceptedHosts", unacceptedHosts.map(\.description).sorted())
            json.member("warnedHosts", warnedHosts.map(\.description).sorted())
            json.member("traffic", traffic)
        }
    }
}
