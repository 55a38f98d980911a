import Recording
import TransportSecurity

extension TrafficBuilder {
    /// The decision in a line; nil if it is none.
    mutating func decision(in line: UnsafeBufferPointer<UInt8>) -> DecisionEvent? {
        (try? kinds.decision(in: line)) ?? nil
    }

    /// Finds the kind of a decision. Returns nil if there are too many.
    mutating func insertKind(_ decision: DecisionEvent) throws -> Int? {
        defer { noteKinds() }
        return try kinds.insert(decision, limit: Self.kindLimit)
    }

    /// Counts loads of a condensed recording.
    ///
    /// - Parameters:
    ///   - loads: The loads.
    ///   - kind: The index of their kind; nil if there are too many kinds.
    ///   - after: The index of the kind of the first decisions, if these are second ones; nil if there are too many kinds.
    mutating func count(_ loads: CondensedLoads, of kind: Int?, after: Int?) {
        countPeriod(loads.counts.first, loads.counts.last)
        let isSecond = loads.after != nil
        guard let kind, let first = isSecond ? after : kind else {
            uncountedDecisions += loads.counts.decisions
            return
        }
        guard !isKindLeftOut[first], chooses(loads.label, loads.day) else {
            leftOutDecisions += loads.counts.decisions
            return
        }
        guard let entry = entry(of: LoadRow(kind: kind, after: after), at: loads.counts.first) else {
            uncountedDecisions += loads.counts.decisions
            return
        }
        var added = isSecond ? loads.counts.asRepeats : loads.counts
        if let label = loads.label { added.labels.add(added.decisions, of: label) }
        counts[entry].add(added)
    }

    /// Notes a load that has not ended in its recording.
    mutating func note(_ open: OpenLoad, of kind: Int, second: Int?) {
        var place = recent[open.load] ?? RecentLoads.Place()
        if place.isWaiting { endWait(for: open.load) }
        place.isWaiting = false
        place.isLeftOut = isKindLeftOut[kind] || !chooses(open.label, open.day)
        if !place.isLeftOut, place.entry == nil {
            place.entry = indices[LoadRow(kind: kind)]
            place.secondEntry = second.flatMap { indices[LoadRow(kind: $0, after: kind)] }
            place.isOwedEnd = ([kind] + (second.map { [$0] } ?? [])).allSatisfy { kinds[$0].decision.isFollowedByEnd }
            // The end may be in a recording that was read before.
            if place.hasEnded { addEnd(place) }
        }
        note(place, of: open.load)
        countSettled()
    }

    /// Whether the filter chooses loads of a test case and a day. A day that the filter cuts is noted.
    private mutating func chooses(_ label: String?, _ day: Instant?) -> Bool {
        guard filter.labels.isEmpty || filter.labels.contains(label ?? "") else { return false }
        guard filter.since != nil || filter.until != nil else { return true }
        guard let day else {
            lacksDays = true
            return true
        }
        let end = Instant(milliseconds: day.milliseconds + 86_399_999)
        if let since = filter.since, since > day {
            guard since <= end else { return false }
            cutsDay = true
        }
        if let until = filter.until, until < end {
            guard until >= day else { return false }
            cutsDay = true
        }
        return true
    }
}
