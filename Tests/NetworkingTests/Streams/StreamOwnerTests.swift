import Networking
import Testing

@Suite struct StreamOwnerTests {
    private final class Sleeper: StreamOwner {
        private(set) var firings = 0
        private let loop: EventLoop

        override init(_ loop: EventLoop) {
            self.loop = loop
            super.init(loop)
        }

        override func timerFired() {
            firings += 1
            loop.stop()
        }
    }

    @Test func theTimerFiresOnceAtTheLastTimeSet() throws {
        let loop = try EventLoop()
        let sleeper = Sleeper(loop)
        sleeper.startTimer(milliseconds: 60_000)
        sleeper.startTimer(milliseconds: 1)
        #expect(runs(loop))
        #expect(!runs(loop, milliseconds: 20))
        #expect(sleeper.firings == 1)
    }

    @Test func aCancelledOrReleasedTimerDoesNotFire() throws {
        let loop = try EventLoop()
        let cancelled = Sleeper(loop)
        cancelled.startTimer(milliseconds: 1)
        cancelled.cancelTimer()
        var gone: Sleeper? = Sleeper(loop)
        gone?.startTimer(milliseconds: 1)
        gone = nil
        #expect(!runs(loop, milliseconds: 20))
        #expect(cancelled.firings == 0)
    }
}
