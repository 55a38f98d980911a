/// Events of single loads that are counted after all recordings are read, because what they belong to may be in any.
struct CondensedSingles: Sendable {
    /// Second decisions, as lines of recordings.
    var decisions: [[UInt8]] = []
    /// Ends of loads.
    var ends: [OpenLoadEnd] = []

    /// The largest number of either. Further ones are counted where they are read.
    static let limit = 1 << 17
}
