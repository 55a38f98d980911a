/// The segments that wait to be compressed.
struct SegmentQueue: Equatable {
    private var waiting: Set<SegmentName> = []
    /// Those of the present round that were added during it.
    private var addedAgain: Set<SegmentName> = []

    /// The largest number of segments. A further one is left to the next start.
    static let limit = 10_000

    /// The segments, the oldest first.
    var segments: [SegmentName] { waiting.sorted() }

    /// Adds a segment whose file is closed. One that waits already is tried again after the present round, which may
    /// have looked at it while it was still written.
    mutating func add(_ name: SegmentName) {
        if waiting.contains(name) {
            addedAgain.insert(name)
        } else if waiting.count < Self.limit {
            waiting.insert(name)
        }
    }

    /// Begins a round. Returns the segments to compress, the oldest first.
    mutating func beginRound() -> [SegmentName] {
        addedAgain = []
        return segments
    }

    /// Whether a segment waits that is none of these.
    func hasOthers(than names: Set<SegmentName>) -> Bool { !waiting.isSubset(of: names) }

    /// Removes a segment that is compressed, unless it was added again during the round.
    mutating func remove(_ name: SegmentName) {
        if addedAgain.remove(name) == nil { waiting.remove(name) }
    }
}
