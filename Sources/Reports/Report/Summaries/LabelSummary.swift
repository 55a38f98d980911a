import InternetNames
import JSONWriting
import Judging
import TransportSecurity

/// The traffic of one test case, which clients name with a label, as a report sums it up.
public struct LabelSummary: Hashable, Sendable {
    /// The name of the test case.
    public var label: String
    /// The number of loads.
    public var loads = 0
    /// The number of loads with a violation.
    public var violatedLoads = 0
    /// The hosts, at most `hostLimit`.
    public var hosts: Set<Host> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
    /// The violated rules.
    public var violations: Set<RuleID> = []
    /// The fingerprints of the findings in its loads.
    public var findings: Set<String> = []

    /// The name of the row of loads without a test case.
    static let unlabelledName = "none"
    /// The largest number of hosts of a test case.
    private static let hostLimit = 1000

    /// Adds loads of an entry that belong to the test case. Second decisions, on the tunnel or the failure of a load,
    /// add no load.
    ///
    /// - Parameter isViolated: Whether the loads count as loads with a violation.
    mutating func add(_ loads: Int, of judged: JudgedEntry, isViolated: Bool) {
        if judged.entry.firstDecisionIndex == nil { self.loads += loads }
        if isViolated { violatedLoads += loads }
        guard let host = judged.entry.decision.host else { return }
        if hosts.count < Self.hostLimit { hosts.insert(host) }
        for rule in Set((judged.violations + judged.warnings).map(\.rule)) {
            findings.insert(FindingFingerprint(rule: rule, host: host, app: judged.appName).text)
        }
        guard !judged.violations.isEmpty else { return }
        violatedHosts.insert(host)
        violations.formUnion(judged.violations.map(\.rule))
    }
}

extension LabelSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("label", label)
            json.member("loads", loads)
            json.member("violatedLoads", violatedLoads)
            json.member("hosts", hosts.map(\.description).sorted())
            json.member("violatedHosts", violatedHosts.map(\.description).sorted())
            json.member("violations", RuleID.allCases.filter(violations.contains))
            json.member("findings", findings.sorted())
        }
    }
}
