import Synchronization

/// A number that grows and shrinks, set by one thread or changed by any, and read by any other.
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
