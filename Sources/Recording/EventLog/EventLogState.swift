import Events
import Networking
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The state that callers and the writer of an event log share.
final class EventLogState: Sendable {
    let destination: EventLog.Destination
    /// The time to wait after a failed write.
    let retryInterval: Duration
    /// Makes the line that reports a loss, without a line feed.
    let lossReport: @Sendable (LostEvent) -> [UInt8]
    /// Receives sentences about problems.
    let warn: @Sendable (String) -> Void
    /// The lines between callers and the writer.
    let queue: Mutex<EventQueue>
    /// Wakes the writer.
    let wakeUp: SelfPipe

    init(
        destination: EventLog.Destination, capacity: Int, retryInterval: Duration,
        lossReport: @escaping @Sendable (LostEvent) -> [UInt8], warn: @escaping @Sendable (String) -> Void
    ) throws(SystemError) {
        self.destination = destination
        self.retryInterval = retryInterval
        self.lossReport = lossReport
        self.warn = warn
        queue = Mutex(EventQueue(capacity: capacity))
        wakeUp = try SelfPipe()
    }

    /// Adds a line to the queue, and wakes the writer if it sleeps.
    func append(_ line: UnsafeBufferPointer<UInt8>, as role: LineRole?) {
        let mustWake = queue.withLock { queue in
            queue.append(line, as: role)
            defer { queue.isWriterWaiting = false }
            return queue.isWriterWaiting
        }
        if mustWake { wakeUp.signal() }
    }

    /// Waits until the lines that are in the queue now are written. Returns false if that takes too long or fails.
    func flush(within limit: Duration) -> Bool {
        let done: SelfPipe
        do {
            done = try SelfPipe()
        } catch {
            return false
        }
        let target = queue.withLock { $0.addFlush(signalling: done) }
        wakeUp.signal()
        done.wait(for: limit)
        return queue.withLock { $0.removeFlush(signalling: done, target: target) }
    }

    /// Requests that the destination be reopened after the lines that are in the queue now.
    func reopen() {
        queue.withLock { $0.requestReopening() }
        wakeUp.signal()
    }

    /// Asks the writer to stop within a time.
    func close(within limit: Duration) {
        queue.withLock { $0.close(at: ContinuousClock.now + limit) }
        wakeUp.signal()
    }

    /// Ends the log once the writer has stopped.
    func finish() {
        let handlers = queue.withLock { $0.finish() }
        for handler in handlers { handler() }
    }
}

extension EventLog {
    /// Writes a sentence to standard error, prefixed with the program's name.
    public static func warnOnStandardError(_ sentence: String) {
        var text = "atsproxy: \(sentence)\n"
        // A failure is ignored, since there is no other place to report it.
        text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
}

/// The limit for the warnings of a log's writer: one a minute. The first loss is reported at once.
struct EventLogWarnings: Sendable {
    /// The time of the last warning; nil before the first one.
    private var last: ContinuousClock.Instant?
    /// The number of lost lines that the last warning named.
    private var reportedLosses = 0

    /// Whether lines were lost since the last warning.
    func hasNewLosses(of state: EventLogState) -> Bool {
        state.queue.withLock { $0.counters.lost } > reportedLosses
    }

    /// Permits the next warning at once.
    mutating func permitNext() { last = nil }

    /// Reports a problem, with the numbers of waiting and lost lines. The sentence has no full stop.
    mutating func warn(_ sentence: String, of state: EventLogState) {
        let now = ContinuousClock.now
        let (waiting, lost) = state.queue.withLock { ($0.unwritten - $0.counters.lost, $0.counters.lost) }
        let isFirstLoss = lost > 0 && reportedLosses == 0
        if !isFirstLoss, let last, now - last < .seconds(60) { return }
        last = now
        reportedLosses = lost
        var counts: [String] = []
        if waiting > 0 { counts.append("waiting: \(waiting)") }
        if lost > 0 { counts.append("lost so far: \(lost)") }
        let clause = counts.isEmpty ? "" : "; \(counts.joined(separator: ", "))"
        state.warn("\(sentence)\(clause).")
    }
}
