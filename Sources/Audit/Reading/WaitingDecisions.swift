/// Decisions about what was seen in tunnels, as lines of recordings, which wait for the first decision on their load.
///
/// The number of decisions and their size are limited. The oldest ones stop waiting first.
struct WaitingDecisions: Sendable {
    private var lines: [LoadID: [[UInt8]]] = [:]
    /// The loads in the order in which their first decision began to wait. Loads without lines have stopped waiting.
    private var order: [LoadID] = []
    /// The index in `order` before which no load waits.
    private var oldest = 0
    private var count = 0
    private var size = 0
    private let countLimit: Int
    private let sizeLimit: Int

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - countLimit: The largest number of decisions.
    ///   - sizeLimit: The largest number of bytes of their lines.
    init(countLimit: Int, sizeLimit: Int) {
        (self.countLimit, self.sizeLimit) = (countLimit, sizeLimit)
    }

    /// Whether there are more decisions than the limits permit.
    var isOverfull: Bool { count > countLimit || size > sizeLimit }

    /// Adds a decision on a load. The same line once more changes nothing.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>, on load: LoadID) {
        let line = Array(line)
        if let known = lines[load] {
            guard !known.contains(line) else { return }
        } else {
            order.append(load)
        }
        lines[load, default: []].append(line)
        count += 1
        size += line.count
    }

    /// Removes the decisions on a load, and returns them in the order in which they were added.
    mutating func take(_ load: LoadID) -> [[UInt8]] {
        guard let taken = lines.removeValue(forKey: load) else { return [] }
        count -= taken.count
        for line in taken { size -= line.count }
        return taken
    }

    /// Removes the decisions on the load that waits longest, and returns them; nil if none waits.
    mutating func takeOldest() -> (load: LoadID, lines: [[UInt8]])? {
        while oldest < order.count {
            let load = order[oldest]
            oldest += 1
            if oldest > order.count / 2 {
                order.removeFirst(oldest)
                oldest = 0
            }
            let taken = take(load)
            if !taken.isEmpty { return (load, taken) }
        }
        return nil
    }

    /// The decisions that wait, with their loads, the oldest first.
    var all: [(load: LoadID, line: [UInt8])] {
        order[oldest...].flatMap { load in (lines[load] ?? []).map { (load, $0) } }
    }
}
