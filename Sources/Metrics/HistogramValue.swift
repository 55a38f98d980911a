/// The counts of a histogram at one time.
public struct HistogramValue: Hashable, Sendable {
    /// The upper bounds of all buckets but the last one, in ascending order.
    public var bounds: [Double]
    /// The number of values in each bucket, without those before it; one more than there are bounds.
    public var counts: [Int]
    /// The sum of all values.
    public var sum: Double

    /// Creates a value. There must be one count more than there are bounds.
    public init(bounds: [Double], counts: [Int], sum: Double) {
        self.bounds = bounds
        self.counts = counts
        self.sum = sum
    }

    /// The number of all values.
    public var count: Int { counts.reduce(0, +) }

    /// The number of values up to each bound; the last one is that of all values.
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
