import TransportSecurity

extension JudgedEntry {
    /// The rules whose verdict is open, because something that it needs was missing, such as a recent list of CT logs.
    /// The lack of a violation of such a rule does not show that the server meets it.
    public var openRules: Set<RuleID> {
        Set(notes.filter(\.leavesRuleOpen).compactMap(\.rule))
    }

    /// The reason why the verdict is not known, in one sentence.
    package func undeterminedReason(beside other: JudgedEntry) -> String {
        if lacksFacts { return "The recording does not contain the facts that its decision refers to." }
        let violated = Set(other.violations.map(\.rule))
        let open = openRules
        let note =
            handshakeNote ?? notes.first { $0.rule.map { violated.contains($0) && open.contains($0) } ?? false }
            ?? notes.last { !$0.isWaived }
        return note?.message ?? "The recording does not tell what the server does under this policy."
    }

    /// Whether a rule that the other verdict finds violated is open in this one.
    package func leavesOpen(aViolationOf other: JudgedEntry) -> Bool {
        let open = openRules
        return !open.isEmpty && other.violations.contains { open.contains($0.rule) }
    }
}
