import TransportSecurity

/// A cell of a matrix: the decision, its consequence and its cause, without the host.
struct MatrixAnswer: Hashable, Sendable {
    /// The decision.
    let decision: PolicyVerdict.Decision
    /// The consequence and the cause in sentences.
    let sentences: String
    /// The part of the policy that decided.
    let reason: Requirements.Reason
    /// The key of the entry that decided; nil if another part did.
    let matched: String?

    init(_ verdict: PolicyVerdict, under policy: Policy) {
        decision = verdict.decision
        let cause = DecidingCause.sentence(on: verdict.requirements, under: policy)
        sentences = "\(verdict.consequence) \(cause)"
        reason = verdict.requirements.reason
        matched = verdict.requirements.matched
    }
}
