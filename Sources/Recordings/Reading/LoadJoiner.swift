import Events
import Traffic

/// Joins the lines about a load by the identifier of the load. Recordings of earlier versions need this, because their
/// lines do not name a row.
///
/// A load has up to three lines in any order: a decision, a second decision on the content of its tunnel, and its end.
/// The second decision and the end wait here for the first decision.
///
/// The last `limit` to `2 * limit` loads are remembered. When a load is forgotten, a second decision without a first
/// one counts as a load of its own, and an end without a decision as a load without a decision.
struct LoadJoiner {
    /// The loads whose lines were read last.
    private var recent: [LoadID: Load] = [:]
    /// The loads before those, which are forgotten when `recent` is full.
    private var older: [LoadID: Load] = [:]
    private let limit: Int

    /// The lines of a load that were read.
    fileprivate struct Load {
        /// The row of the first decision; nil before it was read.
        var first: LoadRow?
        /// The row of the last further decision.
        var further: LoadRow?
        /// The second decision, about the content of the tunnel, if it was read before the first one.
        var waiting: (row: LoadRow, counts: LoadCounts)?
        /// The end of the load, if it was read before the decision.
        var end: End?
        /// Whether the end was counted.
        var hasEnded = false
        /// Whether a filter leaves the load out.
        var isLeftOut = false
    }

    /// The end of a load.
    struct End {
        /// The row that counts the end if no decision is read.
        var row: LoadRow
        /// The bytes of the load, and whether the device refused the server.
        var end: EndedLoad
        /// Whether the load began before the recording in which it ended.
        var isEarly: Bool
    }

    init(limit: Int = 1 << 16) {
        self.limit = limit
    }

    /// Whether a filter leaves out a load.
    func leavesOut(_ id: LoadID) -> Bool { (recent[id] ?? older[id])?.isLeftOut == true }

    /// Counts a decision. The first one on a load counts in the row of its kind.
    mutating func count(_ decision: CountedDecision, isSecond: Bool, in row: LoadRow, of traffic: inout Traffic) {
        var load = self[decision.load]
        if let first = load.first {
            let further = first.followed(by: row.kind)
            // A log shipper may deliver the same decision twice.
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
        remember(load, of: decision.load, in: &traffic)
    }

    /// Counts an end, in the row of the last decision on its load.
    mutating func count(_ end: End, of id: LoadID, in traffic: inout Traffic) {
        var load = self[id]
        guard !load.hasEnded, load.end == nil, !load.isLeftOut else { return }
        load.end = end
        load.countEnd(of: id, in: &traffic)
        remember(load, of: id, in: &traffic)
    }

    /// Leaves out a load with all its lines, because a filter does not choose the decision. Other lines of the load
    /// lack the members that the filter needs. Returns the number of decisions that were waiting.
    mutating func leaveOut(_ id: LoadID, from traffic: inout Traffic) -> Int {
        var load = self[id]
        defer { remember(load, of: id, in: &traffic) }
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

    /// The lines of a load; empty for a load that is not remembered.
    private subscript(id: LoadID) -> Load { recent[id] ?? older[id] ?? Load() }

    /// Remembers a load. If there are too many, the older half is forgotten.
    private mutating func remember(_ load: Load, of id: LoadID, in traffic: inout Traffic) {
        older[id] = nil
        recent[id] = load
        guard recent.count >= limit else { return }
        for (id, load) in older { load.forget(id, in: &traffic) }
        (recent, older) = ([:], recent)
    }
}

extension LoadJoiner.Load {
    /// Counts the end of the load, if both the end and a decision were read.
    fileprivate mutating func countEnd(of id: LoadID, in traffic: inout Traffic) {
        guard let end, let row = further ?? first else { return }
        traffic.count(end.end, of: id, in: row, isEarly: end.isEarly)
        (self.end, hasEnded) = (nil, true)
    }

    /// Counts the lines that wait for others, before the load is forgotten.
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
