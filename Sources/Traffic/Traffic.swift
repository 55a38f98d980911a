import Events
import TransportSecurity

/// The loads of recordings, counted by row. The sum depends neither on the order of the lines nor on how they are
/// grouped.
///
/// Equal loads are of one kind. Each line about a load names its kind, and thereby the row in which the load counts
/// (`LoadRow`). Reports are made from `entries`, condensed recordings and stores from `rows`.
package struct Traffic {
    /// The kinds of the loads, each with its earliest decision.
    package var kinds = TrafficKinds()
    /// The counts of all rows.
    package private(set) var rows: [LoadRow: LoadCounts] = [:]
    /// The number of decisions that are in no row because there were too many.
    package private(set) var uncountedDecisions = 0
    /// The largest number of rows.
    private let limit: Int

    /// Creates traffic without a load.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Counts a decision.
    package mutating func count(_ decision: CountedDecision, in row: LoadRow) {
        guard hasRoom(for: row) else { return noteUncounted(1) }
        rows[row, default: LoadCounts(at: decision.time)].count(decision)
    }

    /// Counts the end of a load.
    ///
    /// - Parameter isEarly: Whether the load began before the recording that has its end.
    package mutating func count(_ end: EndedLoad, of load: LoadID, in row: LoadRow, isEarly: Bool) {
        guard hasRoom(for: row) else { return }
        rows[row, default: LoadCounts(at: Instant(day: row.day))].count(end, of: load, isEarly: isEarly)
    }

    /// Adds the counts of a row.
    package mutating func add(_ counts: LoadCounts, in row: LoadRow) {
        guard hasRoom(for: row) else { return noteUncounted(counts.decisions) }
        rows[row, default: LoadCounts(at: counts.first)].add(counts)
    }

    /// Notes decisions that are in no row.
    package mutating func noteUncounted(_ decisions: Int) { uncountedDecisions += decisions }

    /// Moves loads to other kinds: those of each key to the value of the key.
    package mutating func rename(_ kinds: [LoadKindID: LoadKindID]) {
        guard !kinds.isEmpty else { return }
        let old = rows
        rows = [:]
        for (row, counts) in old {
            var row = row
            row.kind = kinds[row.kind] ?? row.kind
            row.after = row.after.map { kinds[$0] ?? $0 }
            rows[row, default: LoadCounts(at: counts.first)].add(counts)
        }
    }

    /// Removes all counts.
    package mutating func removeRows() { rows.removeAll() }

    /// Whether a row can be counted: it is known, or there is room for another one.
    private func hasRoom(for row: LoadRow) -> Bool { rows.count < limit || rows[row] != nil }
}

extension Traffic {
    /// The loads of which lines are missing, among those of the kinds that are chosen and of unknown kinds.
    package func losses(_ isChosen: (DecisionEvent) -> Bool) -> LoadLosses {
        LoadLosses(
            rows, isChosen: { kind in kinds[kind].map { isChosen($0.decision) } ?? true },
            expectedEnds: { kind in
                guard let decision = kinds[kind]?.decision else { return .unknownKind }
                return decision.isFollowedByEnd ? .recorded : .notRecorded
            })
    }

    /// The entries of the kinds that are chosen, in an order that does not depend on that of the lines.
    package func entries(_ isChosen: (DecisionEvent) -> Bool) -> ChosenEntries {
        var sums: [LoadRow: LoadCounts] = [:]
        var chosen = ChosenEntries()
        for (row, counts) in rows {
            guard let decision = kinds[row.kind]?.decision else {
                chosen.unknownDecisions += counts.decisions
                continue
            }
            guard isChosen(decision) else {
                chosen.leftOutDecisions += counts.decisions
                continue
            }
            sums[row.withoutOrigin, default: LoadCounts(at: counts.first)].add(counts)
        }
        chosen.entries = entries(of: sums)
        return chosen
    }

    /// The entries of chosen kinds, and the numbers of decisions that are in none.
    package struct ChosenEntries {
        /// The entries.
        package fileprivate(set) var entries: [TrafficEntry] = []
        /// The number of decisions of kinds that are not chosen.
        package fileprivate(set) var leftOutDecisions = 0
        /// The number of decisions of kinds that are not known.
        package fileprivate(set) var unknownDecisions = 0
    }

    /// The entries of rows, whose kinds are known. The entries of first and of second decisions on the same loads are
    /// joined.
    private func entries(of sums: [LoadRow: LoadCounts]) -> [TrafficEntry] {
        // Rows that count only ends have no entry.
        let order = sums.filter { $0.value.decisions > 0 }.keys.sorted(by: isBefore)
        let indices = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        var entries = order.compactMap { entry(of: $0, counts: sums[$0]) }
        for (row, counts) in sums {
            guard let after = row.after, let first = indices[LoadRow(kind: after)] else { continue }
            entries[first].counts.addEnds(of: counts)
            guard let second = indices[row] else { continue }
            entries[first].note(entries[second].decision, on: counts.decisions)
            entries[second].counts = entries[second].counts.asRepeats
            entries[second].firstDecisionIndex = first
        }
        return entries
    }

    /// The entry of a row; nil if its kind is not known.
    private func entry(of row: LoadRow, counts: LoadCounts?) -> TrafficEntry? {
        guard var decision = kinds[row.kind]?.decision else { return nil }
        (decision.kind, decision.firstKind) = (row.kind, row.after)
        var counts = counts
        counts?.balance = LoadBalance()
        return TrafficEntry(decision, counts: counts)
    }

    /// The order of entries: by the time of the earliest decision of the kind, first decisions before second ones.
    private func isBefore(_ left: LoadRow, _ right: LoadRow) -> Bool {
        if left.kind == right.kind {
            guard let first = left.after, let second = right.after else { return left.after == nil }
            return isBefore(first, second)
        }
        return isBefore(left.kind, right.kind)
    }

    /// The order of kinds. A kind whose earliest decision is not known comes first.
    private func isBefore(_ left: LoadKindID, _ right: LoadKindID) -> Bool {
        switch (kinds.earliest(of: left), kinds.earliest(of: right)) {
        case (let earliestLeft?, let earliestRight?) where earliestLeft != earliestRight: earliestLeft < earliestRight
        case (nil, .some): true
        case (.some, nil): false
        case (.some, .some), (nil, nil): isSecond(left) == isSecond(right) ? left < right : isSecond(right)
        }
    }

    /// Whether decisions of a kind are second ones. Both decisions on a load may have the same time.
    private func isSecond(_ kind: LoadKindID) -> Bool { kinds[kind]?.isSecond ?? false }
}
