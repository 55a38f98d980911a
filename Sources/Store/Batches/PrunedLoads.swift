import Recordings

extension CondensedPart {
    /// Removes the loads of all days before a day, and the kinds that no other load has. Returns the number of
    /// decisions that were removed.
    ///
    /// - Parameter day: The first day to keep, in the form `2026-11-20`.
    mutating func removeLoads(before day: String) -> Int {
        let removed = loads.filter { $0.storedDay < day }
        loads.removeAll { $0.storedDay < day }
        guard !removed.isEmpty else { return 0 }
        let used = Set(loads.flatMap { [$0.kind, $0.after].compactMap(\.self) })
        kinds.removeAll { !used.contains($0.id) }
        return removed.reduce(0) { $0 + $1.counts.decisions }
    }
}
