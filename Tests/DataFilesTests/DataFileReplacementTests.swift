import Testing
import TransportSecurity

@testable import DataFiles

@Suite struct DataFileReplacementTests {
    private func replacement(
        by date: String, logs: Int = 4, of old: String, oldLogs: Int = 4, at now: Instant? = nil
    ) throws -> DataFileReplacement {
        let new = try DataFileContent(.logList, SampleFiles.logList(of: date, logs: logs), named: "FILE")
        let old = try DataFileContent(.logList, SampleFiles.logList(of: old, logs: oldLogs), named: "OLD")
        return new.replacement(of: old, named: "FILE", at: now ?? new.date)
    }

    @Test func aNewerFileReplacesTheOther() throws {
        #expect(try replacement(by: "2026-10-02T00:00:00Z", of: "2026-10-01T00:00:00Z") == .newer)
        #expect(try replacement(by: "2026-10-01T00:00:01Z", of: "2026-10-01T00:00:00Z") == .newer)
        #expect(try replacement(by: "2026-10-01T00:00:00Z", of: "2026-10-01T00:00:00Z") == .same)
    }

    @Test func anOlderFileDoesNot() throws {
        let found = try replacement(by: "2026-09-30T00:00:00Z", of: "2026-10-01T00:00:00Z")
        let words = "FILE is of 2026-09-30, which is older than the file in use, of 2026-10-01."
        #expect(found == .refused(DataFileFault(words)))
    }

    @Test func aFileFromTheFutureDoesNot() throws {
        let now = Instant(year: 2026, month: 10, day: 1)
        #expect(try replacement(by: "2026-10-02T00:00:00Z", of: "2026-09-01T00:00:00Z", at: now) == .newer)
        let found = try replacement(by: "2026-10-02T00:00:01Z", of: "2026-09-01T00:00:00Z", at: now)
        #expect(found == .refused(DataFileFault("FILE is dated 2026-10-02, which is in the future; see the clock.")))
    }

    @Test(arguments: [(4, true), (5, true), (3, false), (1, false)])
    func aFileHasAtLeastHalfOfTheEntries(logs: Int, isAccepted: Bool) throws {
        let found = try replacement(by: "2026-10-02T00:00:00Z", logs: logs, of: "2026-10-01T00:00:00Z", oldLogs: 8)
        let words = "FILE holds \(logs) accepted logs, fewer than half of the 8 in use."
        #expect(found == (isAccepted ? .newer : .refused(DataFileFault(words))))
    }
}
