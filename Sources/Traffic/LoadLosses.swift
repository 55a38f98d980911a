import Events

/// The loads of which lines are missing, as far as the sums of all rows tell.
///
/// The counts are the least possible ones. If a decision on one load and the end of another one of the same kind are
/// missing, there are as many decisions as ends, and only the sums of the loads' random numbers differ.
package struct LoadLosses: Equatable {
    /// The number of loads without a decision: only their end was recorded.
    package private(set) var undecided = 0
    /// The number of loads that were let pass and have no end.
    package private(set) var unended = 0
    /// The bytes of loads without a decision, in both directions together.
    package private(set) var unattributedBytes: Int64 = 0

    /// Finds the losses in rows. An end that names no kind may belong to any kind, also to one that is not chosen.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - isChosen: Whether losses of the loads of a kind are told.
    ///   - isFollowedByEnd: Whether a proxy records the end of the loads of a kind; nil if the kind is not known.
    init(
        _ rows: [LoadRow: LoadCounts], isChosen: (LoadKindID) -> Bool, isFollowedByEnd: (LoadKindID) -> Bool?
    ) {
        var groups: [LoadKindID: Group] = [:]
        var (undecided, ended) = (LoadTally(), LoadTally())
        for (row, counts) in rows {
            guard row.kind != .none else {
                undecided.add(counts.balance.ends)
                continue
            }
            ended.add(counts.balance.ended)
            groups[row.first, default: Group()].add(counts.balance, of: row, isFollowedByEnd(row.kind))
        }
        if !undecided.isOfSameLoads(as: ended) {
            // As many may be missing as there are ends without a decision and decisions without their end.
            self.undecided = max(undecided.loads - ended.loads, undecided.loads == ended.loads ? 1 : 0)
            unattributedBytes = max(0, undecided.bytes - ended.bytes)
        }
        for (kind, group) in groups where isChosen(kind) { add(group, isFollowedByEnd(kind)) }
    }

    private mutating func add(_ group: Group, _ isFollowedByEnd: Bool?) {
        let isKnown = isFollowedByEnd != nil
        let begun = isKnown ? group.begun : group.further
        if !isKnown, group.further.loads == 0 { unattributedBytes &+= group.ends.bytes }
        guard !begun.isOfSameLoads(as: group.ends + group.earlyEnds) else { return }
        let notOwed = group.refused + group.anonymous + group.earlyEnds.loads
        let missingEnds = max(0, begun.loads - group.ends.loads - notOwed)
        let missingDecisions = max(0, group.ends.loads - begun.loads)
        let isMixed = missingEnds + missingDecisions == 0 && notOwed == 0
        undecided += isMixed ? 1 : missingDecisions
        if isFollowedByEnd == true { unended += isMixed ? 1 : missingEnds }
    }

    /// The loads whose first decisions are of one kind.
    private struct Group {
        /// The loads with a first decision.
        var begun = LoadTally()
        /// The loads with a further decision. Where no first decision was read, these are all loads.
        var further = LoadTally()
        var ends = LoadTally()
        var earlyEnds = LoadTally()
        /// The number of loads that a further decision ended, which may have no other end.
        var refused = 0
        /// The number of loads whose ends are not recorded.
        var anonymous = 0

        mutating func add(_ balance: LoadBalance, of row: LoadRow, _ isFollowedByEnd: Bool?) {
            ends.add(balance.ends)
            ends.add(balance.ended)
            earlyEnds.add(balance.earlyEnds)
            guard row.after != nil else {
                begun.add(balance.decisions)
                anonymous += Int(clamping: balance.anonymous)
                return
            }
            further.add(balance.decisions)
            guard isFollowedByEnd == false else { return }
            refused += max(0, balance.decisions.loads - balance.ends.loads - balance.earlyEnds.loads)
        }
    }
}
