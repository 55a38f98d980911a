import Events
import InternetNames
import Judging
import TransportSecurity

/// The destinations on which a recording has verdicts, by app. Comparisons ask it whether a finding that is gone would
/// show in the recording. A finding at any other destination may still exist.
public struct ExercisedLoads: Sendable {
    /// The hosts of all loads.
    private var hosts: Set<Key> = []
    /// The demands of the policy on each host.
    private var policies: [Key: Set<PolicySummary>] = [:]
    /// The ports of loads over TLS from each host, with the rules that have no verdict in any load from the port.
    private var securePorts: [Key: [UInt16?: Set<RuleID>]] = [:]

    private struct Key: Hashable {
        var app: String
        var host: Host
    }

    /// Collects the destinations of judged entries. Loads that failed, that belong to other apps or whose verdict is
    /// not known are left out. The entries must be those of all traffic, in its order.
    public init(_ entries: [JudgedEntry]) {
        for judged in entries where judged.decision != .failed && !judged.isUndetermined {
            let decision = judged.entry.decision
            guard let host = decision.host, decision.error == nil, judged.policy?.reason != .otherApp else { continue }
            let key = Key(app: judged.appName, host: host)
            hosts.insert(key)
            if let policy = judged.policy { policies[key, default: []].insert(policy) }
            if judged.entry.isCleartext == false {
                var openRules = judged.openRules
                // The second decision on a load says nothing about rules that are open in the first one.
                if let first = judged.entry.firstDecisionIndex, entries.indices.contains(first) {
                    openRules.formUnion(entries[first].openRules)
                }
                securePorts[key, default: [:]][decision.port, default: openRules].formIntersection(openRules)
            }
        }
    }

    /// The relaxation of the policy by which a finding is gone, although its server may be as it was; nil if the policy
    /// did not become laxer in all loads.
    func relaxation(of finding: ReportFinding) -> PolicyRelaxation? {
        guard let oldPolicy = finding.policy, let newPolicies = policies[Key(app: finding.app, host: finding.host)]
        else { return nil }
        let relaxations = newPolicies.map { PolicyRelaxation(of: finding.finding.rule, from: oldPolicy, to: $0) }
        return relaxations.contains(nil) ? nil : relaxations.compactMap(\.self).min { $0.clause < $1.clause }
    }

    /// Whether the recording would have a finding if its cause still existed.
    ///
    /// Any load from the host shows whether the app still uses cleartext. Whatever concerns TLS needs a load over TLS
    /// from the same port, whose verdict does not leave the rule open.
    public func exercises(_ finding: ReportFinding) -> Bool {
        exercises(finding.finding.rule, at: finding.host, ports: finding.ports, by: finding.app)
    }

    /// Whether the recording would have a finding of a rule at the given ports; at any port if there are none.
    func exercises(_ rule: RuleID, at host: Host, ports: Set<UInt16>, by app: String) -> Bool {
        let key = Key(app: app, host: host)
        guard rule != .cleartext else { return hosts.contains(key) }
        return securePorts[key, default: [:]].contains { port, openRules in
            !openRules.contains(rule) && (ports.isEmpty || port.map(ports.contains) == true)
        }
    }
}
