import Networking
import Synchronization
import Testing
import TransportSecurity
@testable import Recording

/// A clock that only moves when it is told to.
final class TestClock: Sendable {
    private let milliseconds = Mutex<Int64>(0)
    func advance(by difference: Int64) { milliseconds.withLock { $0 += difference } }
    var segmentClock: SegmentClock {
        SegmentClock(
            now: { Instant(milliseconds: 1_795_215_240_123 + self.milliseconds.withLock { $0 }) },
            elapsed: { self.milliseconds.withLock { $0 } })
    }
}

/// A log of segments whose writer runs on a thread of its own, by a clock that the test sets.
final class RunningSegmentLog {
    let state: EventLogState
    static let timeLimit = Duration.seconds(120)

    init(_ settings: SegmentSettings, _ clock: SegmentClock, warn: @escaping @Sendable (String) -> Void) throws {
        state = try EventLogState(
            destination: .segments(settings), capacity: 1 << 20, retryInterval: .milliseconds(10),
            lossReport: \.line, warn: warn)
        let files = try SegmentFiles(settings, clock, warn: warn)
        let writer = try EventLogWriter(state, files, clock)
        try files.start()
        try SystemThread.start(named: "test") {
            var writer = writer
            writer.run()
        }
    }

    func append(_ line: String, as role: LineRole? = nil) {
        Array("\(line)\n".utf8).withUnsafeBufferPointer { state.append($0, as: role) }
    }

    func flush() { #expect(state.flush(within: Self.timeLimit)) }

    func close() {
        state.closeAndWait(within: Self.timeLimit)
    }
}
