import Testing
import TransportSecurity

@testable import DataInUse

@Suite struct UpdateScheduleTests {
    private let now = Instant(year: 2026, month: 10, day: 1)

    @Test(arguments: [0, 0.5, 0.999])
    func asksSoonUnlessItAskedToday(random: Double) throws {
        var schedule = UpdateSchedule()
        for lastCheck in [nil, now + -200_000, now + 3600] {
            let wait = schedule.scheduleNextCheck(
                .daily, after: .begin(lastCheck: lastCheck), at: now, random: random)
            #expect((0...3).contains(try #require(wait)))
        }
        let wait = schedule.scheduleNextCheck(
            .daily, after: .begin(lastCheck: now + -3600), at: now, random: random)
        #expect((82_800...100_080).contains(try #require(wait)))
    }

    @Test func asksAgainAfterADayOrAfterAFailureEarlier() {
        var schedule = UpdateSchedule()
        func wait(afterSuccess isSuccess: Bool, _ random: Double = 0.5) -> Double? {
            schedule.scheduleNextCheck(.daily, after: .end(isSuccess: isSuccess), at: now, random: random)
        }
        #expect(wait(afterSuccess: true) == 86_400)
        #expect(wait(afterSuccess: true, 0) == 77_760)
        let waits = (0..<7).map { _ in wait(afterSuccess: false).map { $0 / 3600 } }
        #expect(waits == [1, 2, 4, 8, 16, 24, 24])
        _ = wait(afterSuccess: true)
        #expect(wait(afterSuccess: false) == 3600)
    }

    @Test(arguments: [UpdateSchedule.Event.begin(lastCheck: nil), .end(isSuccess: true), .end(isSuccess: false)])
    func neverAsksUnlessItIsTold(event: UpdateSchedule.Event) {
        var schedule = UpdateSchedule()
        #expect(schedule.scheduleNextCheck(.off, after: event, at: now, random: 0.5) == nil)
    }
}
