import PostgreSQL
import Testing

@testable import Store

/// Tests of the query for rows of loads.
@Suite struct LoadsQueryTests {
    private static let may = DayRange(lower: "2026-05-01", upper: "2026-06-01")
    private static let none = "00000000000000000000000000000000"

    /// The query of a filter, with texts in quotes.
    private static func text(
        _ filter: StoreFilter, in days: DayRange = DayRange(lower: nil, upper: nil), sums: [DayRange] = [],
        kinds: String? = nil, slice: KindSlice? = nil
    ) throws -> String {
        try LoadsQuery(filter, in: days, sums: sums, kinds: kinds) { texts in
            texts.map { "'\($0)'" }.joined(separator: ", ")
        }.text(selecting: "x", in: slice)
    }

    @Test func sumsAreReadWhereTheyHold() throws {
        #expect(try Self.text(StoreFilter()) == "SELECT x FROM atsproxy.loads WHERE true AND true")
        #expect(
            try Self.text(StoreFilter(), sums: [Self.may]) == """
                SELECT x FROM atsproxy.loads_by_month WHERE day IN ('2026-05-01') AND true UNION ALL \
                SELECT x FROM atsproxy.loads WHERE day < '2026-05-01' AND true UNION ALL \
                SELECT x FROM atsproxy.loads WHERE day >= '2026-06-01' AND true
                """)
        let days = DayRange(lower: "2026-05-02", upper: nil)
        #expect(
            try Self.text(StoreFilter(), in: days, sums: [Self.may])
                == "SELECT x FROM atsproxy.loads WHERE day >= '2026-05-02' AND true")
    }

    /// Sums are those of all proxies.
    @Test func singleProxiesAreReadByDays() throws {
        var filter = StoreFilter()
        filter.proxies = ["lab-1", "zero\0"]
        #expect(
            try Self.text(filter, sums: [Self.may])
                == "SELECT x FROM atsproxy.loads WHERE true AND true AND proxy IN ('lab-1', 'zero\u{2400}0')")
        filter = StoreFilter()
        filter.labels = [""]
        #expect(try Self.text(filter, sums: [Self.may]).matches(of: /label IN \(''\)/).count == 3)
    }

    /// A row is of one of the two conditions, and each has an index.
    @Test func secondDecisionsAreChosenWithTheFirstOnes() throws {
        let text = try Self.text(StoreFilter(), kinds: "KINDS", slice: KindSlice.all.parts[15])
        let rest = "AND kind >= 'f\(String(repeating: "0", count: 31))'"
        #expect(
            text == """
                SELECT x FROM atsproxy.loads WHERE true AND after = '\(Self.none)' AND kind IN (KINDS) \(rest) UNION ALL \
                SELECT x FROM atsproxy.loads WHERE true AND after <> '\(Self.none)' AND after IN (KINDS) \(rest)
                """)
    }
}
