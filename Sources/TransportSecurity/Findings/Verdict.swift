/// The findings of all rules about one load: a pure function of facts, requirements and time.
///
/// ``init(of:under:by:at:waiving:)-(Observation,_,_,_,_)`` judges the facts about a server. Without such facts,
/// ``Policy/verdict(for:kind:)`` gives the part of a verdict that the policy decides. ``decision(in:)`` is the outcome
/// of the load. A load violates ATS if and only if ``violations`` has a finding; the list is complete and does not end
/// with the first one.
public struct Verdict: Hashable, Sendable {
    /// The findings for which ATS refuses the load.
    public var violations: [Finding]
    /// Failures of default trust evaluation that the policy lets the app override.
    public var warnings: [Finding]
    /// Advice, facts that could not be determined, and findings that a waiver turned into notes.
    public var notes: [Note]
    /// The condition that could not be verified because of a limitation of the proxy, such as possession of the private
    /// key; nil if all were. The condition is also in `notes`. The server does not violate ATS by it, but `enforce`
    /// refuses such a load.
    public var unproven: Note?

    /// Creates a verdict with the given lists.
    public init(violations: [Finding] = [], warnings: [Finding] = [], notes: [Note] = []) {
        self.violations = violations
        self.warnings = warnings
        self.notes = notes
    }
}

extension Verdict {
    /// Whether the certificates fail the evaluation of trust, whatever follows from that.
    public var failsTrust: Bool {
        violations.contains { $0.rule.isAboutTrust } || warnings.contains { $0.rule.isAboutTrust }
    }
}
