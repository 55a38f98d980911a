import Recordings

extension CondensedPart {
    /// Removes the loads of all days before a day, and the kinds that no remaining load has. Returns the number of
    /// removed decisions.
    ///
    /// - Parameter day: The first day to keep, in the form `2026-11-20`.
    mutating func removeLoads(before day: String) -> Int {
        let removed = loads.filter { $0.storedDay < day }
        loads.removeAll { $0.storedDay < day }
        guard !removed.isEmpty else { return 0 }
        let usedKinds = Set(loads.map(\.kind)).union(loads.compactMap(\.after))
        kinds.removeAll { !usedKinds.contains($0.id) }
        return removed.reduce(0) { $0 + $1.counts.decisions }
    }
}
