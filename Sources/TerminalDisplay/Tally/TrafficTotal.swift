import Synchronization

/// The sum of the tallies of all threads.
public final class TrafficTotal: Sendable {
    private let sum = Mutex(TrafficTally())

    /// Creates a sum without tallies.
    public init() {}

    /// Adds the tally of one thread, at its end.
    public func add(_ tally: TrafficTally) {
        sum.withLock { $0.add(tally) }
    }

    /// The sum of all tallies that were added.
    public var tally: TrafficTally { sum.withLock { $0 } }
}
