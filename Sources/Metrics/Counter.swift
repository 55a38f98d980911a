import Synchronization

/// A number that only grows, counted by any thread and read by any other.
///
/// Each thread that counts often has counters of its own, because two processors should not write to the same memory. A
/// reader adds the counters up.
public final class Counter: Sendable {
    private let count = Atomic(0)

    /// Creates a counter of nothing.
    public init() {}

    /// Counts some more, at least 0.
    public func add(_ more: Int = 1) {
        count.wrappingAdd(more, ordering: .relaxed)
    }

    /// The count so far.
    public var value: Int { count.load(ordering: .relaxed) }
}
