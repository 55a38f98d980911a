import Events
import InternetNames
import Judging
import TransportSecurity

/// The destinations on which a recording has verdicts, by app. Comparisons ask it whether a finding that is gone would
/// show in the recording. A finding at any other destination may still exist.
public struct ExercisedLoads: Sendable {
    /// The hosts of all loads, without a port.
    private var hosts: Set<Key> = []
    /// The demands of the policy on each host.
    private var policies: [Key: Set<PolicySummary>] = [:]
    /// The destinations of loads by TLS, with the rules that have no verdict in any of their loads.
    private var secureDestinations: [Key: Set<RuleID>] = [:]

    private struct Key: Hashable {
        var app: String
        var host: Host
        var port: UInt16?
    }

    /// Collects the destinations of judged entries. Loads that failed, that belong to other apps or whose verdict is
    /// not known are left out. The entries must be those of all traffic, in its order.
    public init(_ entries: [JudgedEntry]) {
        for judged in entries where judged.decision != .failed && !judged.isUndetermined {
            let decision = judged.entry.decision
            guard let host = decision.host, decision.error == nil, judged.policy?.reason != .otherApp else { continue }
            let app = judged.appName
            hosts.insert(Key(app: app, host: host))
            if let policy = judged.policy { policies[Key(app: app, host: host), default: []].insert(policy) }
            if judged.entry.isCleartext == false {
                let key = Key(app: app, host: host, port: decision.port)
                var openRules = judged.openRules
                // The second decision on a load says nothing about rules that are open in the first one.
                if let first = judged.entry.firstDecisionIndex, entries.indices.contains(first) {
                    openRules.formUnion(entries[first].openRules)
                }
                secureDestinations[key] = secureDestinations[key]?.intersection(openRules) ?? openRules
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
    /// Any load from the host shows whether the app still uses cleartext. Whatever concerns TLS needs a load by TLS
    /// from the same port, whose verdict does not leave the rule open.
    public func exercises(_ finding: ReportFinding) -> Bool {
        exercises(finding.finding.rule, at: finding.host, ports: finding.ports, by: finding.app)
    }

    /// Whether the recording would have a finding of a rule at the given ports; at any port if there are none.
    func exercises(_ rule: RuleID, at host: Host, ports: Set<UInt16>, by app: String) -> Bool {
        guard rule != .cleartext else { return hosts.contains(Key(app: app, host: host)) }
        return secureDestinations.contains { destination, openRules in
            guard destination.app == app, destination.host == host, !openRules.contains(rule) else { return false }
            return ports.isEmpty || destination.port.map(ports.contains) == true
        }
    }
}
