import Synchronization

/// A metric that only grows, counted by any thread and read by any other, such as the number of requests.
///
/// Each thread that counts often has counters of its own, because two processors should not write to the same memory. A
/// reader adds the counters up.
public final class Counter: Sendable {
    private let count = Atomic(0)

    /// Creates a counter of nothing.
    public init() {}

    /// Adds a number, which must not be negative.
    public func add(_ more: Int = 1) {
        count.wrappingAdd(more, ordering: .relaxed)
    }

    /// The count so far.
    public var value: Int { count.load(ordering: .relaxed) }
}

/// Counters by a key, such as the kind of an error. All keys are known at the start. Each counter begins at 0, and no
/// traffic makes the table grow.
public struct CounterTable<Key: Hashable & Sendable>: Sendable {
    private let counters: [Key: Counter]

    /// Creates a counter for each key.
    public init(_ keys: some Sequence<Key>) {
        counters = Dictionary(keys.map { ($0, Counter()) }) { first, _ in first }
    }

    /// Adds a number to the counter of a key. A key that the table does not have is not counted.
    public func add(_ more: Int = 1, of key: Key) {
        counters[key]?.add(more)
    }

    /// The count of a key so far.
    public func value(of key: Key) -> Int {
        counters[key]?.value ?? 0
    }
}

extension CounterTable where Key: CaseIterable {
    /// Creates a counter for each case.
    public init() {
        self.init(Key.allCases)
    }
}

/// A metric that grows and shrinks, such as the number of open connections. One thread sets it, or any thread changes
/// it; any other reads it.
public final class Gauge: Sendable {
    private let number = Atomic(0)

    /// Creates a gauge at 0.
    public init() {}

    /// Adds a number, which may be negative.
    public func add(_ change: Int) {
        number.wrappingAdd(change, ordering: .relaxed)
    }

    /// Replaces the number.
    public func set(_ value: Int) {
        number.store(value, ordering: .relaxed)
    }

    /// The number now.
    public var value: Int { number.load(ordering: .relaxed) }
}
