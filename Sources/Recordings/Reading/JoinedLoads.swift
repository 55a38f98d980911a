import Events
import Traffic

/// The loads of lines that name no row, as recordings of earlier versions have them: joined by identifier.
///
/// The last `limit` to `2 * limit` loads are remembered. Of a load that is forgotten, a further decision without a
/// first one counts as a load of its own, and an end without a decision as that of a load without one.
struct JoinedLoads {
    private var recent: [LoadID: Load] = [:]
    private var older: [LoadID: Load] = [:]
    private let limit: Int

    /// The lines of a load that were read.
    fileprivate struct Load {
        /// The row of its first decision; nil before that was read.
        var first: LoadRow?
        /// The row of its last further decision.
        var further: LoadRow?
        /// A decision about the content of its tunnel, read before the first one.
        var waiting: (row: LoadRow, counts: LoadCounts)?
        /// Its end, read before its decision.
        var end: End?
        /// Whether its end was counted.
        var hasEnded = false
        /// Whether a filter leaves it out.
        var isLeftOut = false
    }

    /// The end of a load.
    struct End {
        /// The row that counts the end if no decision is read.
        var row: LoadRow
        var end: EndedLoad
        /// Whether the load began before the recording that has its end.
        var isEarly: Bool
    }

    init(limit: Int = 1 << 16) {
        self.limit = limit
    }

    /// Whether a filter leaves out a load.
    func leavesOut(_ id: LoadID) -> Bool { (recent[id] ?? older[id])?.isLeftOut == true }

    /// Counts a decision, in the row of its kind if it is the first one on its load.
    mutating func count(_ decision: CountedDecision, isSecond: Bool, in row: LoadRow, of traffic: inout Traffic) {
        var load = self[decision.load]
        if let first = load.first {
            let further = first.followed(by: row.kind)
            // The same decision may be delivered twice.
            guard row.kind != first.kind, further != load.further else { return }
            traffic.count(decision, in: further)
            load.further = further
        } else if isSecond {
            // The first decision may come later.
            guard load.waiting == nil else { return }
            var counts = LoadCounts(at: decision.time)
            counts.count(decision)
            load.waiting = (row, counts)
        } else {
            traffic.count(decision, in: row)
            load.first = row
            if let waiting = load.waiting {
                let further = row.followed(by: waiting.row.kind)
                traffic.add(waiting.counts, in: further)
                (load.further, load.waiting) = (further, nil)
            }
        }
        load.countEnd(of: decision.load, in: &traffic)
        note(load, of: decision.load, in: &traffic)
    }

    /// Counts an end, in the row of the last decision on its load.
    mutating func count(_ end: End, of id: LoadID, in traffic: inout Traffic) {
        var load = self[id]
        guard !load.hasEnded, load.end == nil, !load.isLeftOut else { return }
        load.end = end
        load.countEnd(of: id, in: &traffic)
        note(load, of: id, in: &traffic)
    }

    /// Notes that a filter leaves out a load, since its other lines do not tell. Returns the number of decisions that
    /// waited.
    mutating func leaveOut(_ id: LoadID, from traffic: inout Traffic) -> Int {
        var load = self[id]
        defer { note(load, of: id, in: &traffic) }
        let waiting = load.waiting == nil ? 0 : 1
        (load.waiting, load.end, load.isLeftOut) = (nil, nil, true)
        return waiting
    }

    /// Counts the lines that wait for others, and forgets all loads.
    mutating func countAll(in traffic: inout Traffic) {
        for loads in [recent, older] {
            for (id, load) in loads { load.forget(id, in: &traffic) }
        }
        (recent, older) = ([:], [:])
    }

    private subscript(id: LoadID) -> Load { recent[id] ?? older[id] ?? Load() }

    private mutating func note(_ load: Load, of id: LoadID, in traffic: inout Traffic) {
        older[id] = nil
        recent[id] = load
        guard recent.count >= limit else { return }
        for (id, load) in older { load.forget(id, in: &traffic) }
        (recent, older) = ([:], recent)
    }
}

extension JoinedLoads.Load {
    fileprivate mutating func countEnd(of id: LoadID, in traffic: inout Traffic) {
        guard let end, let row = further ?? first else { return }
        traffic.count(end.end, of: id, in: row, isEarly: end.isEarly)
        (self.end, hasEnded) = (nil, true)
    }

    /// Counts the lines that wait for others.
    fileprivate func forget(_ id: LoadID, in traffic: inout Traffic) {
        if let (row, counts) = waiting { traffic.add(counts, in: row) }
        guard let end else { return }
        traffic.count(end.end, of: id, in: further ?? first ?? waiting?.row ?? end.row, isEarly: end.isEarly)
    }
}

extension LoadRow {
    /// The row of a further decision of a kind on the loads of the row.
    fileprivate func followed(by kind: LoadKindID) -> LoadRow {
        LoadRow(kind: kind, after: self.kind, label: label, day: day, recording: recording)
    }
}
