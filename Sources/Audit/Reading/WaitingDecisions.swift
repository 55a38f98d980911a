/// Decisions about what was seen in tunnels, as lines of recordings, which wait for the first decision on their load.
///
/// The number of decisions and their size are limited. The oldest ones stop waiting first.
struct WaitingDecisions: Sendable {
    private var loads: [LoadID: Waiting] = [:]
    /// The loads in the order in which their first decision began to wait. Those whose number is another one now have stopped
    /// waiting.
    private(set) var order: [(number: Int, load: LoadID)] = []
    /// The index in `order` before which no load waits.
    private var oldest = 0
    private var lastNumber = 0
    private var count = 0
    private var size = 0
    private let countLimit: Int
    private let sizeLimit: Int

    private struct Waiting {
        var number: Int
        var lines: [[UInt8]]
    }

    /// The largest number of decisions on one load. A proxy writes one.
    private static let loadLimit = 16

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

    /// Adds a decision on a load. The same line once more changes nothing. Returns false if too many decisions on the load
    /// wait.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>, on load: LoadID) -> Bool {
        let line = Array(line)
        var waiting = loads[load] ?? begin(load)
        guard !waiting.lines.contains(line) else { return true }
        guard waiting.lines.count < Self.loadLimit else { return false }
        waiting.lines.append(line)
        loads[load] = waiting
        count += 1
        size += line.count
        return true
    }

    private mutating func begin(_ load: LoadID) -> Waiting {
        // Loads that have stopped waiting are removed at the latest when they are half of all.
        if order.count > 2 * loads.count + 64 {
            order = order[oldest...].filter { loads[$0.load]?.number == $0.number }
            oldest = 0
        }
        lastNumber += 1
        order.append((lastNumber, load))
        return Waiting(number: lastNumber, lines: [])
    }

    /// Removes the decisions on a load, and returns them in the order in which they were added.
    mutating func take(_ load: LoadID) -> [[UInt8]] {
        guard let taken = loads.removeValue(forKey: load) else { return [] }
        count -= taken.lines.count
        for line in taken.lines { size -= line.count }
        return taken.lines
    }

    /// Removes the decisions on the load that waits longest, and returns them; nil if none waits.
    mutating func takeOldest() -> (load: LoadID, lines: [[UInt8]])? {
        while oldest < order.count {
            let (number, load) = order[oldest]
            oldest += 1
            if loads[load]?.number == number { return (load, take(load)) }
        }
        (order, oldest) = ([], 0)
        return nil
    }

    /// The decisions that wait, with their loads, the oldest first.
    var all: [(load: LoadID, line: [UInt8])] {
        order[oldest...].flatMap { number, load in
            guard let waiting = loads[load], waiting.number == number else { return [(load: LoadID, line: [UInt8])]() }
            return waiting.lines.map { (load, $0) }
        }
    }
}
