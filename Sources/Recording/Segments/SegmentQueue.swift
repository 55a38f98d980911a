/// The segments that wait to be compressed, the oldest first.
struct SegmentQueue: Equatable {
    /// The segments.
    private(set) var segments: [SegmentName] = []
    /// Those of the present round that were added during it.
    private var addedAgain: Set<SegmentName> = []

    /// The largest number of segments. A further one is left to the next start.
    static let limit = 10_000

    /// Adds a segment whose file is closed. One that waits already is tried again after the present round, which may have
    /// looked at it while it was still written.
    mutating func add(_ name: SegmentName) {
        if segments.contains(name) {
            addedAgain.insert(name)
        } else if segments.count < Self.limit {
            segments.append(name)
        }
    }

    /// Removes a segment that is compressed.
    mutating func remove(_ name: SegmentName) {
        segments.removeAll { $0 == name }
    }

    /// Begins a round. Returns the segments to compress.
    mutating func beginRound() -> [SegmentName] {
        addedAgain = []
        return segments
    }

    /// Ends a round.
    ///
    /// - Parameters:
    ///   - round: The segments of the round.
    ///   - left: Those of them that could not be compressed.
    mutating func endRound(_ round: [SegmentName], left: [SegmentName]) {
        segments.removeAll { round.contains($0) && !left.contains($0) && !addedAgain.contains($0) }
    }
}
