import Testing

@testable import ForwardProxy
@testable import ProxyServer

@Suite struct RunningDeadlineTests {
    private static func deadline(_ phase: Deadline.Phase) -> RunningDeadline {
        var deadline = Deadline(.requestHead, Limits())
        (deadline.phase, deadline.seconds) = (phase, 2)
        return RunningDeadline(deadline, at: 1000)
    }

    @Test func progressOfABodyBeginsItAnew() {
        var running = Self.deadline(.body)
        #expect(running.duration == 2000)
        running.noteProgress(at: 2500)
        #expect(running.left(at: 3000) == 1500)
        #expect(running.left(at: 4500) == nil)
    }

    @Test func aHeadThatComesInDripsHasNoMoreTime() {
        var running = Self.deadline(.requestHead)
        running.noteProgress(at: 2500)
        #expect(running.left(at: 3000) == nil)
    }
}
