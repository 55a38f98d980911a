import Testing
import TransportSecurity

@testable import atsproxy

@Suite struct UpdateScheduleTests {
    private let now = Instant(year: 2026, month: 10, day: 1)

    @Test(arguments: [0, 0.5, 0.999])
    func asksSoonUnlessItAskedToday(random: Double) {
        let schedule = UpdateSchedule()
        for lastCheck in [nil, now + -200_000, now + 3600] {
            #expect((0...3).contains(schedule.secondsUntilFirst(lastCheck: lastCheck, at: now, random: random)))
        }
        let wait = schedule.secondsUntilFirst(lastCheck: now + -3600, at: now, random: random)
        #expect((82_800...100_080).contains(wait))
    }

    @Test func asksAgainAfterADayOrAfterAFailureEarlier() {
        var schedule = UpdateSchedule()
        #expect(schedule.secondsUntilNext(afterSuccess: true, random: 0.5) == 86_400)
        #expect(schedule.secondsUntilNext(afterSuccess: true, random: 0) == 77_760)
        let waits = (0..<7).map { _ in schedule.secondsUntilNext(afterSuccess: false, random: 0.5) / 3600 }
        #expect(waits == [1, 2, 4, 8, 16, 24, 24])
        _ = schedule.secondsUntilNext(afterSuccess: true, random: 0.5)
        #expect(schedule.secondsUntilNext(afterSuccess: false, random: 0.5) == 3600)
    }
}
