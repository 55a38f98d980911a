import Testing
import TransportSecurity

@testable import DataFiles

@Suite struct DataFileAgeTests {
    private let now = Instant(year: 2026, month: 10, day: 1)

    @Test(arguments: [
        (DataFileKind.logList, 60, false), (.logList, 61, true), (.roots, 365, false), (.roots, 366, true),
        (.publicSuffixes, 365, false), (.publicSuffixes, 366, true), (.logList, -5, false),
    ])
    func tellsWhatIsTooOld(kind: DataFileKind, days: Int64, isTooOld: Bool) {
        let age = DataFileAge(of: kind, date: now + -days * 86_400, at: now)
        #expect(age.days == max(0, days))
        #expect(age.isTooOld == isTooOld && (age.effect != nil) == isTooOld)
    }

    @Test func aListOfLogsWithoutADateIsTooOld() {
        #expect(DataFileAge(of: .logList, date: nil, at: now).isTooOld)
        #expect(!DataFileAge(of: .roots, date: nil, at: now).isTooOld)
    }
}
