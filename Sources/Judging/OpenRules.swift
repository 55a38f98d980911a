import TransportSecurity

extension JudgedEntry {
    /// The rules without a verdict, because data for it were missing, such as a recent list of CT logs. The lack of a
    /// violation of such a rule does not show that the server meets the rule.
    public var openRules: Set<RuleID> {
        Set(notes.filter(\.leavesRuleOpen).compactMap(\.rule))
    }

    /// The reason why the verdict is not known, in one sentence.
    ///
    /// Missing facts come first, then the note on the handshake, then a note on an open rule that the other verdict
    /// finds violated. Else the last note is the reason, because a replay appends its own notes to the recorded ones.
    ///
    /// - Parameter other: The other verdict on the same loads.
    package func undeterminedReason(beside other: JudgedEntry) -> String {
        if lacksFacts { return "The recording does not contain the facts that its decision refers to." }
        let openViolations = openRules.intersection(other.violations.map(\.rule))
        let openNote = notes.first { note in note.rule.map(openViolations.contains) ?? false }
        let note = handshakeNote ?? openNote ?? notes.last { !$0.isWaived }
        return note?.message ?? "The recording does not tell what the server does under this policy."
    }

    /// Whether a rule that the other verdict finds violated is open in this one.
    package func leavesOpen(aViolationOf other: JudgedEntry) -> Bool {
        !openRules.isDisjoint(with: other.violations.map(\.rule))
    }
}
