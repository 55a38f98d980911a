/// Second decisions on loads, and ends of loads, that were read before the first decision. They are counted after all
/// recordings are read, so that the order of recordings makes no difference.
struct UnmatchedEvents: Sendable {
    /// Second decisions, as lines of recordings, one after the other.
    private var decisions: [UInt8] = []
    /// The end of each of them in `decisions`.
    private var decisionEnds: [Int] = []
    /// Ends of loads in condensed recordings.
    private(set) var ends: [OpenLoadEnd] = []

    /// The largest number of bytes of decisions, and the largest number of ends. Further ones are counted where they are read.
    private static let (sizeLimit, endLimit) = (32 << 20, 1 << 17)

    /// Whether nothing is kept.
    var isEmpty: Bool { decisionEnds.isEmpty && ends.isEmpty }

    /// Keeps a second decision. Returns false if there is no room for it.
    mutating func keep(_ decision: UnsafeBufferPointer<UInt8>) -> Bool {
        guard decisions.count + decision.count <= Self.sizeLimit else { return false }
        decisions.append(contentsOf: decision)
        decisionEnds.append(decisions.count)
        return true
    }

    /// Calls the closure with each second decision, in the order in which they were kept.
    func forEachDecision(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        decisions.withUnsafeBufferPointer { decisions in
            var start = 0
            for end in decisionEnds {
                body(UnsafeBufferPointer(rebasing: decisions[start..<end]))
                start = end
            }
        }
    }

    /// Keeps the end of a load. Returns false if there is no room for it.
    mutating func keep(_ end: OpenLoadEnd) -> Bool {
        guard ends.count < Self.endLimit else { return false }
        ends.append(end)
        return true
    }
}
