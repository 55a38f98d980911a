import Testing

@testable import Metrics

@Suite struct HistogramTests {
    @Test func aBoundBelongsToTheBucketBelowIt() {
        let histogram = Histogram(bounds: [5, 10])
        for duration in [0, 5, 6, 10, 11, 100_000, -1] { histogram.observe(milliseconds: duration) }
        #expect(histogram.value == HistogramValue(bounds: [0.005, 0.01], counts: [3, 2, 2], sum: 100.032))
        #expect(histogram.value.cumulativeCounts == [3, 5, 7])
        #expect(histogram.value.count == 7)
    }

    /// The count up to each bound is that of the values up to it, and sums of histograms are histograms of all values.
    @Test func countsAreThoseOfTheValues() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let bounds = Set((0..<5).map { _ in Int.random(in: 0...100, using: &random) }).sorted()
            let values = (0..<50).map { _ in Int.random(in: 0...120, using: &random) }
            let (all, first, second) = (Histogram(bounds: bounds), Histogram(bounds: bounds), Histogram(bounds: bounds))
            for (index, value) in values.enumerated() {
                all.observe(milliseconds: value)
                (index % 3 == 0 ? first : second).observe(milliseconds: value)
            }
            #expect(all.value.cumulativeCounts.dropLast() == bounds.map { bound in values.count { $0 <= bound } }[...])
            #expect(all.value.count == values.count)
            let sum = first.value + second.value
            #expect(sum.counts == all.value.counts && abs(sum.sum - all.value.sum) < 1e-9)
        }
    }
}
