import PostgreSQL
import Testing
import Traffic
import TransportSecurity

@testable import Store

/// Tests of the columns of loads.
@Suite struct StoredCountsTests {
    @Test func whatIsWrittenIsRead() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let counts = Self.sample(&random)
            var rows = CopyRows()
            counts.write(to: &rows)
            rows.endRow()
            // The server writes times in its own form.
            let text = Self.asServerWrites(String(decoding: rows.bytes, as: UTF8.self), counts)
            let read = try Array(text.utf8).withUnsafeBufferPointer { row throws(CopyFields.Malformed) in
                var fields = CopyFields(row)
                return try StoredCounts(&fields)
            }
            #expect(read == counts)
            // Texts are equal if they are canonically equivalent.
            #expect(read.users.texts.map { Array($0.utf8) } == counts.users.texts.map { Array($0.utf8) })
        }
    }

    @Test func sumsDependNeitherOnOrderNorOnGrouping() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let parts = (0..<6).map { _ in Self.sample(&random) }
            let sum = Self.sum(parts[...])
            #expect(Self.sum(parts.shuffled(using: &random)[...]) == sum)
            let cut = Int.random(in: 1..<6, using: &random)
            #expect(Self.sum([Self.sum(parts[..<cut]), Self.sum(parts[cut...])]) == sum)
            #expect(sum.decisions == parts.reduce(0) { $0 + $1.decisions })
            #expect(sum.devices.decisions.reduce(0, +) == parts.reduce(0) { $0 + $1.devices.decisions.reduce(0, +) })
        }
    }

    @Test(arguments: [([1, 1], [1, 2]), ([2, 1], [1, 2]), ([1], [])] as [([Int32], [Int64])])
    func devicesAreSortedArraysOfOneLength(devices: [Int32], decisions: [Int64]) {
        #expect(DeviceCounts(devices: devices, decisions: decisions) == nil)
    }

    @Test(arguments: [
        ("2026-11-20 22:54:00+00", "2026-11-20T22:54:00.000Z"),
        ("2026-11-20 22:54:00.1+00", "2026-11-20T22:54:00.100Z"),
        ("0001-01-01 00:00:00.012+00", "0001-01-01T00:00:00.012Z"),
    ])
    func timesOfTheServerAreRead(text: String, time: String) {
        #expect(StoredTime.time(of: text)?.description == time)
    }

    @Test(arguments: [
        "2026-11-20 22:54:00.+00", "2026-11-20 22:54:00.1x+00", "2026-11-20 22:54:0x+00", "2026-11-20 22:54:00x+00",
        "2026-11-20 22:54:00.123456789x+00", "2026-11-20 22:54:00.1234567890+00", "", "infinity", "2026-11-20",
        "2026-11-20 22:54:00", "2026-11-20 22:54:00+01", "0001-01-01 00:00:00+00 BC",
    ])
    func otherTimesAreNot(text: String) {
        #expect(StoredTime.time(of: text) == nil)
    }

    /// A row of ends alone begins and ends with its day, and has no decision at that time.
    @Test func rowsWithoutDecisionsSayNothingOfTheirTime() {
        var random = SystemRandomNumberGenerator()
        var (counts, ends) = (Self.sample(&random), Self.sample(&random))
        (counts.decisions, ends.decisions) = (1, 0)
        (ends.first, ends.last) = (Instant(milliseconds: 0), Instant(milliseconds: .max))
        for sum in [[counts, ends], [ends, counts]].map({ Self.sum($0[...]) }) {
            #expect(sum.first == counts.first && sum.last == counts.last)
        }
    }

    @Test func timesThatNoClockShowsAreTheNearestThatTheStoreHas() {
        #expect(StoredTime.text(of: Instant(year: 0, month: 1, day: 1)) == "0001-01-01T00:00:00.000Z")
        #expect(StoredTime.text(of: Instant(milliseconds: .max)) == "9999-12-31T23:59:59.000Z")
        #expect(StoredTime.day(of: Instant(year: 2026, month: 2, day: 3, hour: 23)) == "2026-02-03")
    }

    private static func sum(_ parts: ArraySlice<StoredCounts>) -> StoredCounts {
        parts.dropFirst().reduce(into: parts[parts.startIndex]) { $0.add($1) }
    }

    private static func sample(_ random: inout SystemRandomNumberGenerator) -> StoredCounts {
        let first = Instant(milliseconds: Int64.random(in: 1_700_000_000_000..<1_800_000_000_000, using: &random))
        let last = Instant(milliseconds: first.milliseconds + Int64.random(in: 0..<90_000_000, using: &random))
        var times = LoadHistogram()
        times.add(at: first)
        times.add(Int.random(in: 1..<9, using: &random), at: last)
        var devices: [Int32: Int64] = [:]
        for _ in 0..<Int.random(in: 0..<5, using: &random) { devices[Int32.random(in: 1..<9, using: &random)] = 3 }
        var names = TextSample()
        for name in ["a\"b", "\\", "ü\u{308}", "\0", "{,}"].shuffled(using: &random).prefix(2) { names.insert(name) }
        return StoredCounts(
            decisions: Int64.random(in: 0..<3, using: &random), first: first, last: last,
            bytesFromClient: Int64.random(in: 0..<9999, using: &random), bytesFromServer: 7, clientRefusals: 1,
            times: times,
            devices: DeviceCounts(devices), otherDeviceDecisions: 2, users: names, paths: TextSample(),
            balance: LoadBalance(numbers: (0..<13).map { _ in Int64.random(in: 0..<99, using: &random) })
                ?? LoadBalance())
    }

    private static func asServerWrites(_ row: String, _ counts: StoredCounts) -> String {
        [counts.first, counts.last].reduce(row) { row, time in
            let text = time.description
            return row.replacing(text, with: text.replacing("T", with: " ").replacing("Z", with: "+00"))
        }
    }
}
