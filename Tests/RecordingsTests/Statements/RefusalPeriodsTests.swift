import Recordings
import Testing
import TransportSecurity

/// The hours for which refused connections count.
@Suite struct RefusalPeriodsTests {
    private static let start = Instant(year: 2026, month: 11, day: 21)

    private static func periods(_ seconds: some Sequence<Int64>) -> RefusalPeriods {
        seconds.reduce(into: RefusalPeriods()) { $0.add(start + $1) }
    }

    private static func range(_ first: Int64, _ last: Int64) -> ClosedRange<Instant> { start + first...start + last }

    @Test func hoursThatOverlapAreOnePeriod() {
        for order in [[0, 3600, 9000, 5400], [9000, 5400, 3600, 0], [0, 9000, 3600, 5400]] as [[Int64]] {
            let periods = Self.periods(order)
            #expect(periods == Self.periods(order.sorted()))
            #expect(periods.cover(Self.range(0, 12_600)))
            #expect(!periods.cover(Self.range(-1, 0)) && !periods.cover(Self.range(12_600, 12_601)))
        }
    }

    @Test func theTimeBetweenPeriodsIsNotCovered() {
        let periods = Self.periods([10_000, 0, 20_000])
        #expect(periods.cover(Self.range(10_000, 13_600)) && periods.cover(Self.range(3600, 3600)))
        #expect(!periods.cover(Self.range(0, 20_000)) && !periods.cover(Self.range(3601, 3601)))
        #expect(periods.overlap(Self.range(3601, 10_000)) && !periods.overlap(Self.range(3601, 9999)))
    }

    /// A period beyond the bound is left out. Those that are kept still grow.
    @Test func periodsAreBounded() {
        var periods = Self.periods((0...1000).map { $0 * 7200 })
        #expect(periods.cover(Self.range(999 * 7200, 999 * 7200)))
        #expect(!periods.overlap(Self.range(1000 * 7200, 1001 * 7200)))
        periods.add(Self.start + (999 * 7200 + 3600))
        #expect(periods.cover(Self.range(999 * 7200, 1000 * 7200)))
    }
}
