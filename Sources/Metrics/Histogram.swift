/// A metric that counts durations by their length in buckets, from any thread and read by any other.
public final class Histogram: Sendable {
    /// The upper bounds of the buckets in milliseconds, in ascending order. A further bucket takes longer durations.
    public let bounds: [Int]
    private let counters: [Counter]
    private let total = Counter()

    /// Creates an empty histogram with upper bounds in milliseconds, in ascending order.
    public init(bounds: [Int]) {
        self.bounds = bounds
        counters = (0...bounds.count).map { _ in Counter() }
    }

    /// Counts a duration in milliseconds. A duration equal to a bound is in the bucket below the bound.
    public func observe(milliseconds: Int) {
        let bucket = bounds.firstIndex { milliseconds <= $0 } ?? bounds.count
        counters[bucket].add()
        total.add(max(0, milliseconds))
    }

    /// The counts so far, with bounds and sum in seconds.
    public var value: HistogramValue {
        HistogramValue(
            bounds: bounds.map { Double($0) / 1000 }, counts: counters.map(\.value), sum: Double(total.value) / 1000)
    }
}

/// The counts of a histogram at one time, in the unit of its metric.
public struct HistogramValue: Hashable, Sendable {
    /// The upper bounds of all buckets except the last one, in ascending order.
    public var bounds: [Double]
    /// The number of values in each bucket. The values of smaller buckets are not included. There is one bucket more
    /// than there are bounds.
    public var counts: [Int]
    /// The sum of all values.
    public var sum: Double

    /// Creates the counts. There must be one count more than there are bounds.
    public init(bounds: [Double], counts: [Int], sum: Double) {
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }

    /// The number of all values.
    public var count: Int { counts.reduce(0, +) }

    /// The number of values up to each bound. The last element is the number of all values.
    public var cumulativeCounts: [Int] {
        var sum = 0
        return counts.map { count in
            sum += count
            return sum
        }
    }

    /// The sum of two histograms with the same bounds.
    public static func + (left: HistogramValue, right: HistogramValue) -> HistogramValue {
        precondition(left.bounds == right.bounds, "Histograms with other bounds have no sum.")
        return HistogramValue(
            bounds: left.bounds, counts: zip(left.counts, right.counts).map { $0 + $1 }, sum: left.sum + right.sum)
    }
}
