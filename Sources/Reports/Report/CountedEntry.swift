import Judging
import TransportSecurity

/// An entry without the findings that waivers and the baseline cover.
struct CountedEntry {
    /// The entry, only with the findings that count.
    private(set) var judged: JudgedEntry
    /// The rules of the findings that do not count.
    private(set) var coveredRules: Set<RuleID> = []

    /// Removes the findings of an entry that do not count.
    init(_ judged: JudgedEntry, options: ReportOptions) {
        self.judged = judged
        guard let host = judged.entry.decision.host, options.coversFindings else { return }
        func counts(_ finding: Finding, severity: ReportFinding.Severity) -> Bool {
            options.status(of: finding, severity: severity, at: host, in: judged.appName).counts
        }
        let covered =
            judged.violations.filter { !counts($0, severity: .violation) }
            + judged.warnings.filter { !counts($0, severity: judged.severityOfWarnings) }
        coveredRules = Set(covered.map(\.rule))
        self.judged.violations.removeAll { !counts($0, severity: .violation) }
        self.judged.warnings.removeAll { !counts($0, severity: judged.severityOfWarnings) }
    }
}
