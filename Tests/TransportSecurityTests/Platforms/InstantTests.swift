import Testing
import TransportSecurity

@Suite struct InstantTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00.000Z", 0), ("2026-11-20T22:54:00.123Z", 1_795_215_240_123),
            ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:00:00.000Z", 951_825_600_000),
            ("2019-06-30T23:00:00.000Z", 1_561_935_600_000), ("9999-12-31T23:59:59.000Z", 253_402_300_799_000),
        ] as [(String, Int64)])
    func readsAndWritesTheSameText(text: String, milliseconds: Int64) {
        #expect(Instant(text)?.milliseconds == milliseconds)
        #expect(Instant(milliseconds: milliseconds).description == text)
    }

    /// The date tells two instants apart, unless both are of one day.
    @Test(
        arguments: [
            ("2026-11-20T22:54:00.123Z", "2026-11-21T00:00:00Z", "2026-11-20"),
            ("2026-11-20T22:54:00.123Z", "2026-11-20T00:00:00Z", "2026-11-20T22:54:00Z"),
        ])
    func showsTheTimeBesideAnotherOfTheDay(text: String, other: String, shown: String) throws {
        #expect(try #require(Instant(text)).shown(beside: try #require(Instant(other))) == shown)
    }

    @Test(arguments: [
        "", "2026", "2026-11-20 22:54:00Z", "2026-11-20T22:54:00", "2026-13-20T22:54:00Z",
        "2026-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-20T22:54:00.Z",
        "2026-11-20T22:54:00.1x3Z", "x026-11-20T22:54:00Z",
    ])
    func refusesInvalidTimes(text: String) {
        #expect(Instant(text) == nil)
    }
}
