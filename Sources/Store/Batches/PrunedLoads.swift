import Audit

extension CondensedPart {
    /// Removes the loads of all days before a day, and the kinds that no other load has. Returns the number of decisions
    /// that were removed.
    ///
    /// - Parameter day: The first day to keep, in the form `2026-11-20`.
    mutating func removeLoads(before day: String) -> Int {
        let removed = loads.filter { $0.storedDay < day }
        loads.removeAll { $0.storedDay < day }
        let gone = Set(splitLoads.filter { $0.storedDay.map { $0 < day } ?? false }.map(\.load))
        splitLoads.removeAll { gone.contains($0.load) }
        guard !removed.isEmpty else { return 0 }
        var used = Set(loads.flatMap { [$0.kind, $0.after].compactMap(\.self) })
        for split in splitLoads {
            guard case .open(let kind, let second, _, _) = split.content else { continue }
            used.formUnion([kind, second].compactMap(\.self))
        }
        kinds.removeAll { !used.contains($0.id) }
        return removed.reduce(0) { $0 + $1.counts.decisions }
    }
}

extension CondensedPart.SplitLoad {
    /// The day of the load in the form `2026-11-22`; nil for an end, which does not tell it.
    fileprivate var storedDay: String? {
        switch content {
        case .open(_, _, _, let day): StoredTime.day(of: day)
        case .single(let time, _, _, _): StoredTime.day(of: time)
        case .ended: nil
        }
    }
}
