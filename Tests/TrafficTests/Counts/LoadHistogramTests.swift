import Testing
import Traffic
import TransportSecurity

@Suite struct LoadHistogramTests {
    private static let start = Instant(year: 2026, month: 11, day: 20, hour: 12)

    private static func histogram(_ seconds: [Int64]) -> LoadHistogram {
        var histogram = LoadHistogram()
        for second in seconds { histogram.add(at: start + second) }
        return histogram
    }

    @Test func hasShortIntervalsForAShortTime() {
        let histogram = Self.histogram([0, 0, 3])
        #expect(histogram.seconds == 1 && histogram.intervals.map(\.loads) == [2, 0, 0, 1])
        #expect(histogram.intervals.first?.start == Self.start)
    }

    @Test(arguments: [(64, 5), (300, 5), (3600, 60), (86_400, 3600), (86_400 * 400, 604_800)] as [(Int64, Int64)])
    func hasAtMostSixtyFourIntervals(last: Int64, seconds: Int64) {
        let histogram = Self.histogram([0, last / 2, last])
        #expect(histogram.seconds == seconds && histogram.intervals.count <= LoadHistogram.limit)
        #expect(histogram.intervals.reduce(0) { $0 + $1.loads } == 3)
    }

    @Test func isTheSameInEveryOrderAndInParts() {
        let seconds: [Int64] = [70_000, 5, -300, 9, 0, 86_399, 4_000, 4_001, -90_000]
        let whole = Self.histogram(seconds)
        #expect(Self.histogram(seconds.reversed()) == whole && Self.histogram(seconds.sorted()) == whole)
        var sum = Self.histogram(Array(seconds.prefix(4)))
        sum.add(Self.histogram(Array(seconds.dropFirst(4))))
        #expect(sum == whole)
        var other = Self.histogram(Array(seconds.dropFirst(4)))
        other.add(Self.histogram(Array(seconds.prefix(4))))
        #expect(other == whole)
    }

    @Test func survivesEveryTime() {
        var histogram = LoadHistogram()
        for year in [0, 1969, 1970, 2026, 9999] as [Int64] { histogram.add(at: Instant(year: year, month: 1, day: 1)) }
        histogram.add(at: Instant(milliseconds: .min))
        histogram.add(at: Instant(milliseconds: .max))
        #expect(histogram.intervals.count <= LoadHistogram.limit)
        #expect(histogram.intervals.reduce(0) { $0 + $1.loads } >= 5)
    }

    /// The members may come from a malformed recording. With times that no event has, a sum would need longer intervals
    /// than there are.
    @Test func hasNoIntervalOutsideTheTimesOfEvents() throws {
        let years: Int64 = 49_152 * 604_800
        for (seconds, first, last) in [(1, -62_167_219_200, 253_402_300_800), (years, -3, 8)] as [(Int64, Int64, Int64)]
        {
            #expect(LoadHistogram(seconds: seconds, start: first - 1, counts: [1]) == nil)
            #expect(LoadHistogram(seconds: seconds, start: last, counts: [1, 1]) == nil)
            var sum = try #require(LoadHistogram(seconds: seconds, start: first, counts: [1]))
            sum.add(try #require(LoadHistogram(seconds: seconds, start: last, counts: [1])))
            #expect(sum.intervals.reduce(0) { $0 + $1.loads } == 2)
        }
    }

    @Test(arguments: [0, 1, 2, 7, 99, 100, 200])
    func scaledHistogramsHaveThatManyLoads(loads: Int) {
        var histogram = LoadHistogram()
        for second in 0..<10 { histogram.add(second * 2 + 1, at: Instant(seconds: Int64(second))) }
        let scaled = histogram.scaled(to: loads)
        let counts = scaled.intervals.map(\.loads)
        #expect(counts.reduce(0, +) == min(loads, 100))
        for (part, whole) in zip(counts, histogram.intervals.map(\.loads)) { #expect((0...whole).contains(part)) }
    }
}
