/// Counters by a key of which there are few values, all of them known at the start. Each counter is there from the
/// beginning as 0, and no traffic makes the table grow.
public struct CounterTable<Key: Hashable & Sendable>: Sendable {
    private let counters: [Key: Counter]

    /// Creates a counter for each key.
    public init(_ keys: some Sequence<Key>) {
        counters = Dictionary(keys.map { ($0, Counter()) }) { first, _ in first }
    }

    /// Counts some more of a key. A key that the table does not have is not counted.
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
