/// Second decisions on loads, and ends of loads, that were read before the first decision. They are counted after all
/// recordings are read, so that the order of recordings makes no difference.
struct UnmatchedEvents: Sendable {
    /// Second decisions, as lines of recordings.
    private(set) var decisions: [[UInt8]] = []
    /// Ends of loads in condensed recordings.
    private(set) var ends: [OpenLoadEnd] = []
    /// The number of bytes of the decisions.
    private var size = 0

    /// The largest number of bytes of decisions, and the largest number of ends. Further ones are counted where they are read.
    private static let (sizeLimit, endLimit) = (32 << 20, 1 << 17)

    /// Whether nothing is kept.
    var isEmpty: Bool { decisions.isEmpty && ends.isEmpty }

    /// Keeps a second decision. Returns false if there is no room for it.
    mutating func keep(_ decision: UnsafeBufferPointer<UInt8>) -> Bool {
        guard size + decision.count <= Self.sizeLimit else { return false }
        size += decision.count
        decisions.append(Array(decision))
        return true
    }

    /// Keeps the end of a load. Returns false if there is no room for it.
    mutating func keep(_ end: OpenLoadEnd) -> Bool {
        guard ends.count < Self.endLimit else { return false }
        ends.append(end)
        return true
    }
}
