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
        policy = entry.decision.policy
        decision = entry.decision.decision
        violations = entry.decision.violations
        warnings = entry.decision.warnings
        notes = entry.decision.notes
    }
}

extension RecordedTraffic {
    /// The traffic with the verdicts that were recorded.
    public var asRecorded: [JudgedEntry] { entries.map(JudgedEntry.init(recorded:)) }
}
