import Recording
import TransportSecurity

/// Loads of one kind with a verdict: the one that was made when they were recorded, or one that was made anew.
public struct JudgedEntry: Hashable, Sendable {
    /// The loads.
    public var entry: TrafficEntry
    /// What the policy demands of the host; nil where nothing was judged.
    public var policy: PolicySummary?
    /// What becomes of them.
    public var decision: Decision
    /// What ATS refuses.
    public var violations: [Finding]
    /// Failures of default trust evaluation that the app may override.
    public var warnings: [Finding]
    /// Advice, and what could not be determined.
    public var notes: [Note]
    /// Whether the recording does not tell what this policy would have found.
    public var isUndetermined = false

    /// The loads with the verdict that was recorded.
    public init(recorded entry: TrafficEntry) {
        self.entry = entry
        policy = entry.decision.policy?.value
        decision = entry.decision.decision
        violations = entry.decision.violations
        warnings = entry.decision.warnings
        notes = entry.decision.notes
        isUndetermined =
            entry.isCleartext == false && entry.decision.error == nil && entry.decision.facts == nil
            && entry.decision.tls == nil && violations.isEmpty
    }
}

extension JudgedEntry {
    /// The loads with what those waivers cover made notes, as the rules do it when they judge.
    public func waiving(_ waivers: [Waiver]) -> JudgedEntry {
        guard let host = entry.decision.host, !waivers.isEmpty else { return self }
        var judged = self
        func isKept(_ finding: Finding) -> Bool {
            guard let waiver = waivers.first(where: { $0.covers(finding.rule, at: host) }) else { return true }
            judged.notes.append(Note(rule: finding.rule, "Waived by --ignore \(waiver): \(finding.message)"))
            return false
        }
        judged.violations = violations.filter(isKept)
        judged.warnings = warnings.filter(isKept)
        if judged.violations.isEmpty, !violations.isEmpty { judged.decision = .allowed }
        return judged
    }
}

extension RecordedTraffic {
    /// The traffic with the verdicts that were recorded.
    public var asRecorded: [JudgedEntry] { entries.map(JudgedEntry.init(recorded:)) }
}
