/// The segments that wait to be compressed.
struct SegmentQueue: Equatable {
    private var waiting: Set<SegmentName> = []
    /// The segments that were waiting when they were added again during the present round.
    private var addedAgain: Set<SegmentName> = []

    /// The largest number of segments. Further ones are compressed at the next start of the proxy.
    static let limit = 10_000

    /// The segments, the oldest first.
    var segments: [SegmentName] { waiting.sorted() }

    /// Adds a segment whose file is closed. A segment that is already waiting is tried again after the present round,
    /// because the round may have found it still in use.
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

    /// Whether a segment other than these waits.
    func hasOthers(than names: Set<SegmentName>) -> Bool { !waiting.isSubset(of: names) }

    /// Removes a segment that is compressed, unless it was added again during the round.
    mutating func remove(_ name: SegmentName) {
        if addedAgain.remove(name) == nil { waiting.remove(name) }
    }
}
