/// Durations by their length, counted by any thread and read by any other.
public final class Histogram: Sendable {
    /// The upper bounds of the buckets in milliseconds, in ascending order. A last bucket takes longer times.
    public let bounds: [Int]
    private let counters: [Counter]
    private let total = Counter()

    /// Creates a histogram of nothing with these upper bounds in milliseconds, in ascending order.
    public init(bounds: [Int]) {
        self.bounds = bounds
        counters = (0...bounds.count).map { _ in Counter() }
    }

    /// Counts a duration in milliseconds. A bound belongs to the bucket below it.
    public func observe(milliseconds: Int) {
        counters[bounds.firstIndex { milliseconds <= $0 } ?? bounds.count].add()
        total.add(max(0, milliseconds))
    }

    /// The counts so far.
    public var value: HistogramValue {
        HistogramValue(
            bounds: bounds.map { Double($0) / 1000 }, counts: counters.map(\.value), sum: Double(total.value) / 1000)
    }
}
