import Events

/// The numbers of loads of which lines are missing in a recording, found from the sums of all rows.
///
/// A row has a `LoadTally` of its loads with a decision, and another one of those with an end. The two are equal unless
/// lines are missing.
///
/// The numbers are lower bounds. The decision on one load and the end of another load of the same kind may be missing.
/// Then there are as many decisions as ends, and only the sums of the loads' random numbers differ.
package struct LoadLosses: Equatable {
    /// The number of loads without a decision: only their end was recorded.
    package private(set) var undecided = 0
    /// The number of loads that were let pass and have no end.
    package private(set) var unended = 0
    /// The bytes of loads without a decision, in both directions together.
    package private(set) var unattributedBytes: Int64 = 0
    /// The loads of `undecided` and `unended` whose kind is known, by the kind of their first decisions.
    package private(set) var byKind: [LoadKindID: OfKind] = [:]

    /// The losses among loads of one kind.
    package struct OfKind: Equatable {
        /// The number of loads without a decision.
        package var undecided = 0
        /// The number of loads that were let pass and have no end.
        package var unended = 0
    }

    /// Finds the losses in rows. An end that names no kind may belong to any kind, also to one that is not chosen.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - isChosen: Whether losses of the loads of a kind are counted.
    ///   - expectedEnds: Whether a proxy records the ends of the loads of a kind.
    init(
        _ rows: [LoadRow: LoadCounts], isChosen: (LoadKindID) -> Bool, expectedEnds: (LoadKindID) -> ExpectedEnds
    ) {
        var groups: [LoadKindID: Group] = [:]
        var endsWithoutKind = LoadTally()
        var endsBeforeDecision = LoadTally()
        for (row, counts) in rows {
            guard row.kind != .none else {
                endsWithoutKind.add(counts.balance.ends)
                continue
            }
            endsBeforeDecision.add(counts.balance.endsBeforeDecision)
            groups[row.firstKind, default: Group()].add(
                counts.balance, of: row, expectedEnds: expectedEnds(row.kind))
        }
        addUndecided(endsWithoutKind, decidedLater: endsBeforeDecision)
        for (kind, group) in groups where isChosen(kind) {
            addLosses(in: group, of: kind, expectedEnds: expectedEnds(kind))
        }
    }

    /// Adds the loads without a decision among those whose ends name no kind. An end names no kind if the load ended
    /// before the decision, which then says so. Unless lines are missing, both are the same loads.
    ///
    /// - Parameters:
    ///   - ends: The loads whose ends name no kind.
    ///   - decided: The loads that ended before their decision, as the decision says.
    private mutating func addUndecided(_ ends: LoadTally, decidedLater decided: LoadTally) {
        guard !ends.isOfSameLoads(as: decided) else { return }
        // If the numbers are equal, these are other loads, and at least one decision is missing.
        let missing = ends.loads - decided.loads
        undecided = missing == 0 ? 1 : max(missing, 0)
        unattributedBytes = max(0, ends.bytes - decided.bytes)
    }

    /// Adds the losses among loads whose first decisions are of one kind.
    ///
    /// - Parameter expectedEnds: Whether a proxy records the ends of these loads.
    private mutating func addLosses(in group: Group, of kind: LoadKindID, expectedEnds: ExpectedEnds) {
        let isKindKnown = expectedEnds != .unknownKind
        let begun = isKindKnown ? group.begun : group.further
        if !isKindKnown, group.further.loads == 0 { unattributedBytes &+= group.ends.bytes }
        guard !begun.isOfSameLoads(as: group.ends + group.earlyEnds) else { return }
        let loadsWithoutEnd = group.refused + group.anonymous + group.earlyEnds.loads
        let missingEnds = max(0, begun.loads - group.ends.loads - loadsWithoutEnd)
        let missingDecisions = max(0, group.ends.loads - begun.loads)
        // There are as many decisions as ends, but of other loads: at least one of each is missing.
        let areBothMissing = missingEnds + missingDecisions == 0 && loadsWithoutEnd == 0
        var losses = OfKind(undecided: areBothMissing ? 1 : missingDecisions)
        if expectedEnds == .recorded { losses.unended = areBothMissing ? 1 : missingEnds }
        undecided += losses.undecided
        unended += losses.unended
        if isKindKnown, losses != OfKind() { byKind[kind] = losses }
    }

    /// Whether a proxy records the ends of the loads of a kind.
    enum ExpectedEnds {
        /// Each load has an end.
        case recorded
        /// The loads have no end, such as blocked ones.
        case notRecorded
        /// The decision of the kind was not read.
        case unknownKind
    }

    /// The loads whose first decisions are of one kind.
    private struct Group {
        /// The loads with a first decision.
        var begun = LoadTally()
        /// The loads with a further decision. If no first decision was read, these are all loads of the group.
        var further = LoadTally()
        /// The loads with an end.
        var ends = LoadTally()
        /// The loads with an end that began before the recording of that end.
        var earlyEnds = LoadTally()
        /// The number of loads that a further decision stopped. The recording may have no end of such a load.
        var refused = 0
        /// The number of loads whose ends are not recorded.
        var anonymous = 0

        /// Adds the loads of a row.
        mutating func add(_ balance: LoadBalance, of row: LoadRow, expectedEnds: ExpectedEnds) {
            ends.add(balance.ends)
            ends.add(balance.endsBeforeDecision)
            earlyEnds.add(balance.earlyEnds)
            guard row.after != nil else {
                begun.add(balance.decisions)
                anonymous += Int(clamping: balance.anonymous)
                return
            }
            further.add(balance.decisions)
            guard expectedEnds == .notRecorded else { return }
            refused += max(0, balance.decisions.loads - balance.ends.loads - balance.earlyEnds.loads)
        }
    }
}
