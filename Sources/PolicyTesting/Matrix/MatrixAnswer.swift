import TransportSecurity

/// A cell of a matrix: the decision, its consequence and its cause, without the host.
struct MatrixAnswer: Hashable, Sendable {
    let decision: PolicyVerdict.Decision
    /// The consequence and the cause in sentences.
    let sentences: String
    let reason: Requirements.Reason
    let matched: String?

    init(_ verdict: PolicyVerdict, under policy: Policy) {
        decision = verdict.decision
        let cause = DecidingCause.sentence(on: verdict.requirements, under: policy)
        sentences = "\(verdict.consequence) \(cause)"
        reason = verdict.requirements.reason
        matched = verdict.requirements.matched
    }
}
