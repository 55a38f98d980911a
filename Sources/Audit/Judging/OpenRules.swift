import TransportSecurity

extension JudgedEntry {
    /// The rules whose verdict is open, because something that it needs was missing, such as a recent list of CT logs. That
    /// such a rule has no violation is no sign that the server meets it.
    ///
    /// A recording holds only the sentences of notes. The words that are looked for are in every sentence of
    /// `Outcome.undetermined`.
    public var openRules: Set<RuleID> {
        let open = notes.filter { $0.message.contains(" not known") && NoteKind($0) != .waived }
        return Set(open.compactMap(\.rule))
    }

    /// Whether a rule that the other verdict finds violated is open in this one.
    func leavesOpen(aViolationOf other: JudgedEntry) -> Bool {
        let open = openRules
        return !open.isEmpty && other.violations.contains { open.contains($0.rule) }
    }
}
