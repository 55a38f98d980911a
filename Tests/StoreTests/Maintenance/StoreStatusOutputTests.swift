import Testing
import TransportSecurity

@testable import Store

/// Tests of the two forms of a status.
@Suite struct StoreStatusOutputTests {
    private static let first = Instant(year: 2026, month: 11, day: 20, hour: 10)
    private static let last = Instant(year: 2026, month: 11, day: 21, hour: 11)

    private static let status = StoreStatus(
        server: "15.4", recordings: 3, rows: 1, kinds: 2, bytes: 5 << 20, prunedBefore: "2026-11-01",
        proxies: [
            .init(
                name: "lab\u{1B}", recordings: 2, lines: 7, brokenLines: 1, lostEvents: 1, first: first, last: last,
                lastPush: last),
            .init(name: nil, recordings: 1, lines: 1, brokenLines: 0, lostEvents: 0),
        ])

    @Test func peopleReadLines() {
        let lines = Self.status.text.split(separator: "\n").map(String.init)
        #expect(
            lines.dropLast(2) == [
                "PostgreSQL 15.4, 5 MiB", "3 recordings, 2 kinds of loads, 1 row",
                "loads from 2026-11-20T10:00:00.000Z to 2026-11-21T11:00:00.000Z",
                "loads of the days before 2026-11-01 were pruned",
            ])
        #expect(
            lines[4].hasSuffix(
                ": 2 recordings, 7 lines, 1 of them not readable, 1 lost event, last load 2026-11-21T11:00:00.000Z, last push "
                    + "2026-11-21T11:00:00.000Z"))
        #expect(!lines[4].contains("\u{1B}") && lines[5] == "without a name: 1 recording, 1 line")
    }

    @Test func programsReadJSON() {
        let json = Self.status.json
        #expect(
            json.hasPrefix(#"{"version":\#(StoreSchema.version),"server":"15.4","recordings":3,"kinds":2,"rows":1,"#))
        #expect(
            json.contains(
                #""first":"2026-11-20T10:00:00.000Z","last":"2026-11-21T11:00:00.000Z","prunedBefore":"2026-11-01","proxies":"#
            ))
        #expect(
            json.hasSuffix(
                #"{"name":null,"recordings":1,"lines":1,"brokenLines":0,"lostEvents":0,"first":null,"last":null,"#
                    + #""lastPush":null}]}"#))
    }

    @Test func anEmptyStoreHasNoTimes() {
        let status = StoreStatus(server: "16.0", recordings: 0, rows: 0, kinds: 0, bytes: 0, proxies: [])
        #expect(status.text == "PostgreSQL 16.0, 0 MiB\n0 recordings, 0 kinds of loads, 0 rows")
        #expect(status.json.contains(#""first":null,"last":null,"prunedBefore":null,"proxies":[]"#))
    }
}
