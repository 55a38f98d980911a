import Recording
import TransportSecurity

extension TrafficBuilder {
    /// The loads whose decision or end was not seen in the recording so far.
    func splitLoads(of recording: String, _ state: CondensingState) -> [CondensedPart.SplitLoad] {
        var loads = state.unmatched.map { unmatched in
            CondensedPart.SplitLoad(decidedAgain: unmatched.load, of: recording, unmatched.decision)
        }
        for (load, place) in recent.all {
            if let entry = place.openEntry {
                let row = rows[entry]
                loads.append(
                    CondensedPart.SplitLoad(
                        open: load.text, of: recording, kind: state.kindIDs[row.kind],
                        second: place.secondEntry.map { state.kindIDs[rows[$0].kind] }, label: row.label,
                        day: Instant(day: row.day)))
            }
            if place.hasOpenEnd { loads.append(CondensedPart.SplitLoad(ended: load.text, of: recording, place)) }
        }
        return loads
    }
}

extension RecentLoads.Place {
    /// The index of the load's entry, if the end of the load is not counted in it.
    var openEntry: Int? { hasEnded && !isEndUncounted ? nil : entry }

    /// Whether the load has ended, and the end is not counted in an entry.
    var hasOpenEnd: Bool { hasEnded && (entry == nil || isEndUncounted) }
}
