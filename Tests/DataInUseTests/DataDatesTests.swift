import DataFiles
import Testing
import TransportSecurity

@testable import DataInUse

@Suite struct DataDatesTests {
    private let old = Instant(year: 2026, month: 10, day: 1)
    private let new = Instant(year: 2026, month: 10, day: 2)

    @Test func namesWhatAnotherProcessHasStoredOrRemoved() {
        let before = DataDates([.logList: old, .roots: new, .publicSuffixes: old])
        #expect(before.changes(since: before) == [])
        #expect(
            DataDates([.logList: new, .roots: old, .publicSuffixes: old]).changes(since: before) == [
                "ct-log-list: updated from 2026-10-01 to 2026-10-02", "roots: went back from 2026-10-02 to 2026-10-01",
            ])
        #expect(
            DataDates([.logList: old, .roots: new]).changes(since: before) == [
                "public-suffixes: updated from 2026-10-01 to no date"
            ])
        let later = Instant(seconds: old.seconds + 60)
        #expect(
            DataDates([.logList: later]).changes(since: DataDates([.logList: old])) == [
                "ct-log-list: updated from 2026-10-01T00:00:00.000Z to 2026-10-01T00:01:00.000Z"
            ])
    }
}
