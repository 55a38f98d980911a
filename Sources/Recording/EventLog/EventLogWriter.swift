import Events
import Networking
import Synchronization
import TransportSecurity

/// The work of the writer's thread: takes lines from the queue and writes them until the log is closed.
///
/// A file that is begun anew, after it was moved, removed or truncated, repeats the lines that its decisions refer to, as segments do.
struct EventLogWriter: Sendable {
    private let state: EventLogState
    private var sink: EventSink
    private var lines = DequeuedLines()
    private var batch = EventBatch()
    private var ledger = SegmentLedger()
    /// The number of lost lines that an event must report, since the one that was to do so could not be written.
    private var unreported = 0
    /// The size of the file after the last write. A smaller one means that the file was truncated.
    private var size: Int64 = 0
    private var warnings = EventLogWarnings()
    private var pace = WritePace()
    /// Whether the file ends in an incomplete line from an earlier process, which must be ended first.
    private var mustEndLine: Bool

    /// Creates a writer and opens the log's destination.
    init(_ state: EventLogState) throws(SystemError) {
        self.state = state
        sink = try EventSink(state.destination)
        mustEndLine = sink.isMidLine
    }

    /// Writes until the log is closed and either everything is written or the time limit has passed.
    mutating func run() {
        while true {
            let closing = nextLines()
            if batch.isFinished, lines.isAtEnding {
                reopen()
            } else if batch.isFinished {
                guard closing == nil else { break }
                state.wakeUp.wait(for: nil)
                gather()
            } else if !write(until: closing), let closing, closing <= .now {
                break
            }
        }
        end()
    }

    /// Counts the unwritten lines as lost, and reports the loss in the recording if one more line can be written.
    private mutating func end() {
        let (unwritten, waiting) = (lines.count, unreported + batch.unreported)
        let lost = state.queue.withLock { queue in
            queue.abandon(lines: unwritten)
            return queue.takeUnreported() + waiting
        }
        if lost > 0 { reportAtEnd(lost) }
        state.closed()
    }

    private func reportAtEnd(_ lost: Int) {
        var line = state.lossReport(LostEvent(time: WallClock.now, count: lost)) + [0x0A]
        // An incomplete line that cannot be removed is ended first: it must not run into this one.
        if mustEndLine || batch.unfinished > 0 && !sink.removeLast(batch.unfinished) { line.insert(0x0A, at: 0) }
        var written = 0
        while written < line.count, case .wrote(let count) = sink.write(line[written...]) { written += count }
        if written < line.count { _ = sink.removeLast(written) }
    }

    /// Waits for more lines, as the pace calls for. Skipped if a caller is waiting for lines to be written.
    private mutating func gather() {
        let pause = pace.pause(at: .now)
        let isUrgent = state.queue.withLock { $0.isUrgent }
        if pause > .zero, !isUrgent { state.wakeUp.wait(for: pause) }
    }

    /// Takes lines from the queue if the batch is finished, or prepares an event `lost` to follow the lines that were
    /// appended before the loss. Returns the time by which the writer must stop.
    private mutating func nextLines() -> ContinuousClock.Instant? {
        let (closing, lost) = state.queue.withLock { queue in
            let isDone = batch.isFinished && lines.isEmpty
            let isBehindLines = isDone && batch.count > 0 && batch.isOfCallers
            var lost = isBehindLines ? queue.takeUnreported() : 0
            if isDone, lost == 0 { queue.take(into: &lines) }
            if isDone, lines.isEmpty, lost == 0 { lost = queue.takeUnreported() }
            if isDone, lost > 0 || lines.isEmpty {
                lost += unreported
                unreported = 0
            }
            queue.isWriterWaiting = batch.isFinished && lines.isEmpty && lost == 0
            return (queue.closing, lost)
        }
        if lost > 0 {
            batch.refill(withLossReport: state.lossReport(LostEvent(time: WallClock.now, count: lost)), of: lost)
        } else {
            nextBatch()
        }
        return closing
    }

    /// Fills a finished batch with the next lines: lines of callers, or first those that a decision among them needs.
    private mutating func nextBatch() {
        let now = WallClock.elapsedMilliseconds
        while batch.isFinished, !lines.isEmpty, !lines.isAtEnding {
            let next = lines.next(reaching: .max) { ledger.accept($0, $1, at: now) }
            if next.isEmpty, let role = lines.role {
                batch.refill(withOwn: ledger.missing(for: role, at: now))
            } else {
                var bytes = Array(next)
                batch.refill(with: &bytes, count: next.count { $0 == 0x0A }, reopening: nil)
            }
        }
    }

    /// Begins the file with the policies and the trust store in force. What its decisions refer to follows before them.
    private mutating func beginFile() {
        unreported += batch.unreported
        restartLine()
        batch = EventBatch()
        let basis = ledger.beginSegment(at: WallClock.elapsedMilliseconds)
        if !basis.isEmpty { batch.refill(withOwn: basis) }
    }

    /// Whether the file must be begun anew, because it became smaller than it was after the last write, as by
    /// `copytruncate` of logrotate, or was removed, as by a compressor after a rotation. Nobody could read a removed
    /// file. The file at the path then takes its place.
    private mutating func beginsAnew() throws(SystemError) -> Bool {
        guard sink.isFile, let version = FileVersion(descriptor: sink.descriptor) else { return false }
        if case .file(let path) = state.destination, version.isRemoved {
            let next = try EventSink(state.destination)
            // The path may lead to a file without a name again: /dev/stdout, a bind mount, a file system without links.
            if let other = FileVersion(descriptor: next.descriptor), !other.isRemoved {
                (sink, mustEndLine, size) = (next, next.isMidLine, other.size)
                warn("\(path) was removed; events go on in a new file of that name")
                return true
            }
        }
        defer { size = version.size }
        guard version.size < size else { return false }
        mustEndLine = false
        return true
    }

    /// Writes once. If nothing can be written, waits for a while, at most until `closing`, and returns false.
    private mutating func write(until closing: ContinuousClock.Instant?) -> Bool {
        do throws(SystemError) {
            if try beginsAnew() {
                beginFile()
                return true
            }
        } catch {
            return failed(error, until: closing)
        }
        switch sink.write(mustEndLine ? [0x0A] : batch.next) {
        case .wrote(let count) where mustEndLine:
            size += Int64(count)
            mustEndLine = false
        case .wrote(let count):
            size += Int64(count)
            settle { $0.advance(by: count) }
        case .full:
            warnOfLosses()
            state.wakeUp.wait(orWritable: sink.descriptor, for: Self.shorter(.milliseconds(200), closing))
            return false
        case .failed(let failure):
            // A pipe has no lines to take back: its next reader did not see the beginning of the line.
            if !sink.isFile || sink.removeLast(batch.unfinished) { restartLine() }
            // The file is smaller now, by the bytes that were taken back.
            size = 0
            return failed(failure, until: closing)
        }
        return true
    }

    /// Says a failure, and waits for a while, unless the destination is to be opened anew.
    private mutating func failed(_ failure: SystemError, until closing: ContinuousClock.Instant?) -> Bool {
        state.queue.withLock { $0.lastFailure = failure.text }
        warn("cannot write events to \(state.destination.name): \(failure.text)")
        guard !reopensAtOnce() else { return true }
        state.wakeUp.wait(for: Self.shorter(state.retryInterval, closing))
        return false
    }

    /// The duration, or the remaining time until `closing` if that is shorter.
    private static func shorter(_ duration: Duration, _ closing: ContinuousClock.Instant?) -> Duration {
        guard let closing else { return duration }
        return max(.zero, min(duration, closing - .now))
    }

    /// Reopens the destination immediately if that was requested, since the lines before cannot be written to the old
    /// one.
    private mutating func reopensAtOnce() -> Bool {
        let isRequested = state.queue.withLock { $0.takeReopening() }
        guard isRequested || lines.hasEnding else { return false }
        reopen()
        return true
    }

    private mutating func reopen() {
        lines.passEnding()
        switch state.destination {
        case .descriptor, .segments:
            break
        case .file(let path):
            do {
                sink = try EventSink(state.destination)
                (mustEndLine, size) = (sink.isMidLine, 0)
                beginFile()
            } catch {
                // The complaint is not limited to one a minute, because each request is answered.
                warnings.begin()
                warn("cannot open \(path) anew: \(error.text); events go on to the file that was open before")
            }
        }
    }

    private mutating func restartLine() {
        settle {
            $0.restartLine()
            return 0
        }
    }

    /// Changes the batch, and updates the counts of the queue accordingly.
    private mutating func settle(_ move: (inout EventBatch) -> Int) {
        let (before, completed) = (batch.next.count, batch.completed)
        let count = move(&batch)
        guard batch.isOfCallers else { return }
        lines.advance(by: batch.completed - completed, lines: count)
        let bytes = before - batch.next.count
        state.queue.withLock { $0.settle(lines: count, bytes: bytes) }
    }

    private mutating func warnOfLosses() {
        guard warnings.hasNewLosses(of: state) else { return }
        warn("events come faster than \(state.destination.name) takes them")
    }

    private mutating func warn(_ sentence: String) { warnings.warn(sentence, of: state) }
}
