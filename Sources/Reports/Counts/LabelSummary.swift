import InternetNames
import TransportSecurity

/// The traffic of one test case.
public struct LabelSummary: Hashable, Sendable {
    /// The name of the test case.
    public var label: String
    /// The number of loads.
    public var loads = 0
    /// The number of loads whose first decision has a violation.
    public var violatedLoads = 0
    /// The hosts, at most 1,000.
    public var hosts: Set<Host> = []
    /// The hosts with a violation.
    public var violatedHosts: Set<Host> = []
    /// The violated rules.
    public var violations: Set<RuleID> = []
    /// The fingerprints of the findings in its loads.
    public var findings: Set<String> = []

    /// The name of the row of loads without a test case.
    static let unlabelledName = "none"
}
