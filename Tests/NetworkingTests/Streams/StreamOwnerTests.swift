import Networking
import Testing

@Suite struct StreamOwnerTests {
    private final class Sleeper: StreamOwner {
        private(set) var rings = 0
        private let loop: EventLoop

        override init(_ loop: EventLoop) {
            self.loop = loop
            super.init(loop)
        }

        override func alarmRang() {
            rings += 1
            loop.stop()
        }
    }

    @Test func theAlarmRingsOnceAtTheLastTimeSet() throws {
        let loop = try EventLoop()
        let sleeper = Sleeper(loop)
        sleeper.setAlarm(milliseconds: 60_000)
        sleeper.setAlarm(milliseconds: 1)
        #expect(runs(loop))
        #expect(!runs(loop, milliseconds: 20))
        #expect(sleeper.rings == 1)
    }

    @Test func aCancelledOrReleasedAlarmDoesNotRing() throws {
        let loop = try EventLoop()
        let cancelled = Sleeper(loop)
        cancelled.setAlarm(milliseconds: 1)
        cancelled.cancelAlarm()
        var gone: Sleeper? = Sleeper(loop)
        gone?.setAlarm(milliseconds: 1)
        gone = nil
        #expect(!runs(loop, milliseconds: 20))
        #expect(cancelled.rings == 0)
    }
}
