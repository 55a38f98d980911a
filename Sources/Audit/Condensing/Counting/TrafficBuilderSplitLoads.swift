import Recording
import TransportSecurity

extension TrafficBuilder {
    /// The loads whose decision or end was not seen in the recording so far.
    func splitLoads(of recording: String, _ state: CondensingState) -> [CondensedPart.SplitLoad] {
        var loads = waiting.compactMap { load, line in
            decision(in: line).map { CondensedPart.SplitLoad(decidedAgain: load.text, of: recording, $0) }
        }
        for (load, place) in recent.all { loads += parts(of: load, place, recording, state) }
        return loads
    }

    /// Takes the lines of loads that are not remembered any more.
    func takeDroppedLoads(of recording: String, _ state: inout CondensingState) -> [[UInt8]] {
        var loads = state.unmatched.map { load, decision, _ in
            CondensedPart.SplitLoad(decidedAgain: load, of: recording, decision)
        }
        for (load, place) in state.droppedLoads { loads += parts(of: load, place, recording, state) }
        (state.unmatched, state.droppedLoads) = ([], [])
        return loads.map(\.line)
    }

    /// Takes the lines of loads that have not ended, the oldest first, and forgets these loads, until the kinds of the others
    /// take less memory than the limit. The end of such a load that comes later has a line of its own, and readers join the
    /// two.
    ///
    /// Loads that have ended and the kinds that no load needs must have been forgotten before (`forgetLoads`), and what was counted
    /// must have been taken. Of the loads the newer half is kept if that is enough, because a second decision follows soon after
    /// the first one.
    mutating func takeOpenLoads() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        while let state = condensing, kinds.estimatedSize > state.kindSizeLimit {
            let open = recent.all.filter { $0.place.openEntry != nil }
            let taken = open.prefix((open.count + 1) / 2)
            guard !taken.isEmpty else { break }
            for (load, place) in taken {
                lines += parts(of: load, place, state.recordings[Int(state.recording)], state).map(\.line)
            }
            let forgotten = Set(taken.map(\.load))
            recent.keep { load, _ in !forgotten.contains(load) }
            resetCounts(keepingEndedLoads: false)
            forgetKinds()
        }
        return lines
    }

    /// What other recordings need to count a load to its end: nothing for a load that was counted whole.
    func parts(
        of load: LoadID, _ place: RecentLoads.Place, _ recording: String, _ state: CondensingState
    ) -> [CondensedPart.SplitLoad] {
        var parts: [CondensedPart.SplitLoad] = []
        if let entry = place.openEntry {
            let row = rows[entry]
            parts.append(
                CondensedPart.SplitLoad(
                    open: load.text, of: recording, kind: state.kindIDs[row.kind],
                    second: place.secondEntry.map { state.kindIDs[rows[$0].kind] }, label: row.label,
                    day: Instant(day: row.day)))
        }
        if place.hasOpenEnd { parts.append(CondensedPart.SplitLoad(ended: load.text, of: recording, place)) }
        return parts
    }
}
