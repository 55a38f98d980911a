import Events
import Networking
import Synchronization
import TransportSecurity

/// Takes lines from the queue of an event log, and writes them to the files of the log until the log is closed. The
/// writer runs on a thread of its own.
///
/// Lines move from the queue into `lines`, and in pieces from there into `batch`, which is written. Only the writer
/// decides where a file begins, and which lines of earlier files the file repeats. Each file can therefore be judged
/// without the others. Callers only name the role of a line.
struct EventLogWriter<Files: LogFiles>: Sendable {
    /// The state that is shared with callers.
    private let state: EventLogState
    private let clock: SegmentClock
    private var files: Files
    /// The lines that were taken from the queue.
    private var lines = DequeuedLines()
    /// The bytes that are being written.
    private var batch = EventBatch()
    /// The lines that the decisions in the file may refer to.
    private var ledger = SegmentLedger()
    private var warnings = EventLogWarnings()
    /// Whether lines were written since the writer last waited.
    private var hasWritten = false
    /// The number of lost lines for the next event `lost`.
    private var unreportedLosses = 0

    /// Creates a writer to files. Begins a file if one is due.
    init(_ state: EventLogState, _ files: Files, _ clock: SegmentClock = SegmentClock()) throws(SystemError) {
        self.state = state
        self.files = files
        self.clock = clock
        if files.isDue(at: clock.elapsed()) { try beginFile() }
    }

    /// Writes until the log is closed and either everything is written or the time limit has passed.
    mutating func run() {
        while true {
            let (closing, hasWork) = takeLines()
            if !hasWork {
                guard closing == nil else { break }
                waitForLines()
            } else if !advance(until: closing), let closing, closing <= .now {
                break
            }
        }
        end()
    }

    /// Takes lines from the queue if none are left. Losses are reported between the lines before and after them.
    /// Returns the time by which the writer must stop, and whether there is something to do.
    private mutating func takeLines() -> (closing: ContinuousClock.Instant?, hasWork: Bool) {
        state.queue.withLock { queue in
            if batch.isFinished, lines.isEmpty {
                // These losses came after the lines that were written last, and are reported before the next lines.
                if batch.count > 0, batch.isOfCallers { unreportedLosses += queue.takeUnreportedLosses() }
                if unreportedLosses == 0 { queue.take(into: &lines) }
                if lines.isEmpty { unreportedLosses += queue.takeUnreportedLosses() }
            }
            let hasWork = !batch.isFinished || !lines.isEmpty || unreportedLosses > 0
            queue.isWriterWaiting = !hasWork && !hasWritten
            return (queue.closing, hasWork)
        }
    }

    /// Waits for lines, or for `interval` if lines were just written, and at most until the file is too old.
    ///
    /// A line that comes within the interval does not wake the writer. A caller that waits for lines to be written ends
    /// either wait.
    private mutating func waitForLines() {
        let age = files.end.map { $0 - clock.elapsed() }
        if let age, age <= 0 { return endFile() }
        let limit = hasWritten ? min(Self.interval, age ?? Self.interval) : age
        hasWritten = false
        state.wakeUp.wait(for: limit.map { .milliseconds($0) })
    }

    /// The time between two writes of a busy proxy in milliseconds. A process that is killed loses at most the events
    /// of that time.
    private static var interval: Int64 { 5 }

    /// Takes one step: writes, ends a file, fills the batch, or begins a file. If the step fails, waits for a while, at
    /// most until `closing`, and returns false.
    private mutating func advance(until closing: ContinuousClock.Instant?) -> Bool {
        guard batch.isFinished else { return write(until: closing) }
        if lines.isAtEnding {
            endFile()
            return true
        }
        guard files.isDue(at: clock.elapsed()) else {
            fillBatch()
            return true
        }
        do throws(SystemError) {
            try beginFile()
            return true
        } catch {
            return postponeFile(after: error, until: closing)
        }
    }

    /// Fills the batch with the next bytes: lines that the file must repeat, lines of callers, or a report of losses.
    private mutating func fillBatch() {
        guard !lines.isEmpty else {
            batch.refill(
                withLossReport: state.lossReport(LostEvent(time: clock.now(), count: unreportedLosses)),
                of: unreportedLosses)
            unreportedLosses = 0
            return
        }
        let now = clock.elapsed()
        let next = lines.next(reaching: files.room) { ledger.accept($0, $1, at: now) }
        if next.isEmpty, let role = lines.role {
            batch.refill(withOwn: ledger.takeMissingLines(for: role, at: now))
        } else {
            var bytes = Array(next)
            batch.refill(with: &bytes, count: lines.lineCount(of: next))
        }
    }

    /// Makes one call of write(2). If the file has changed, drops the batch instead. Returns false if the destination
    /// accepted nothing.
    private mutating func write(until closing: ContinuousClock.Instant?) -> Bool {
        do throws(SystemError) {
            if let change = try files.change() {
                react(to: change)
                return true
            }
        } catch {
            return waitAfterFailure(error, "cannot write events to \(files.path)", until: closing)
        }
        guard let sink = files.sink else {
            dropBatch()
            return true
        }
        // An incomplete line of an earlier process is first ended by a line feed.
        let (endsLine, isOfCallers) = (files.isMidLine, batch.isOfCallers)
        switch sink.write(endsLine ? [0x0A] : batch.remaining) {
        case .wrote(let count):
            files.didWrite(count, ofCallers: isOfCallers && !endsLine)
            hasWritten = true
            if !endsLine { moveInBatch { $0.advance(by: count) } }
            return true
        case .full:
            if warnings.hasNewLosses(of: state) { warn("events come faster than \(files.path) takes them") }
            state.wakeUp.wait(orWritable: sink.descriptor, for: limit(.milliseconds(200), until: closing))
            return false
        case .failed(let failure):
            removeIncompleteLine(from: sink)
            return waitAfterFailure(failure, "cannot write events to \(files.path)", until: closing)
        }
    }

    /// Removes the written part of an incomplete line. The line is then written again from its beginning.
    private mutating func removeIncompleteLine(from sink: EventSink) {
        let count = batch.incompleteBytes
        let isRemoved = sink.isFile && sink.removeLast(count)
        if isRemoved { files.didRemove(count) }
        // Nothing can be removed from a pipe. Its next reader has not seen the beginning of the line.
        if isRemoved || !sink.isFile { restartLine() }
    }

    /// Reports a failure, and waits for a while. If the file is to be ended, ends it at once and returns true, because
    /// no more lines can be written to it.
    private mutating func waitAfterFailure(
        _ failure: SystemError, _ sentence: String, until closing: ContinuousClock.Instant?
    ) -> Bool {
        state.queue.withLock { $0.lastFailure = failure.text }
        warn("\(sentence): \(failure.text)")
        guard !lines.hasEnding, !state.queue.withLock({ $0.takeReopening() }) else {
            endFile()
            return true
        }
        state.wakeUp.wait(for: limit(state.retryInterval, until: closing))
        return false
    }

    /// The duration, or the remaining time until `closing` if that is shorter.
    private func limit(_ duration: Duration, until closing: ContinuousClock.Instant?) -> Duration {
        closing.map { max(.zero, min(duration, $0 - .now)) } ?? duration
    }

    private mutating func warn(_ sentence: String) { warnings.warn(sentence, of: state) }
}

// MARK: - Files

extension EventLogWriter {
    private mutating func beginFile() throws(SystemError) {
        begin(with: try files.begin(at: clock.elapsed()))
    }

    /// Begins a file with lines, followed by the policies and the trust store in force. Other lines that a decision
    /// refers to are written before the decision.
    private mutating func begin(with first: [UInt8]) {
        dropBatch()
        let own = first + ledger.beginSegment(at: clock.elapsed())
        if !own.isEmpty { batch.refill(withOwn: own) }
    }

    /// Goes on in the present file because the next one cannot be begun. If there is none, waits for a while and
    /// returns false.
    private mutating func postponeFile(
        after error: SystemError, until closing: ContinuousClock.Instant?
    ) -> Bool {
        state.queue.withLock { $0.lastFailure = error.text }
        warn("cannot begin a segment in \(state.destination.name): \(error.text)")
        guard !files.postpone(at: clock.elapsed()) else { return true }
        state.wakeUp.wait(for: limit(state.retryInterval, until: closing))
        return false
    }

    private mutating func endFile() {
        lines.passEnding()
        react(to: files.endFile())
    }

    private mutating func react(to change: LogFileChange) {
        switch change {
        case .ended(let sentence):
            if let sentence { warn(sentence) }
            dropBatch()
        case .begun(let sentence):
            if let sentence { warn(sentence) }
            begin(with: [])
        case .goesOn(let reason):
            guard let reason else { return }
            // This warning is not limited to one a minute, because each request to end the file gets an answer.
            warnings.permitNext()
            warn(reason)
        }
    }

    /// Drops the unwritten part of the batch. Lines of callers remain in `lines`, and are put into a later batch.
    private mutating func dropBatch() {
        unreportedLosses += batch.unreportedLosses
        restartLine()
        batch = EventBatch()
    }

    private mutating func restartLine() {
        moveInBatch {
            $0.restartLine()
            return 0
        }
    }

    /// Moves forward or back in the batch, and updates the counts of the queue and of the lines accordingly. The
    /// closure returns the number of lines that are now written.
    private mutating func moveInBatch(_ move: (inout EventBatch) -> Int) {
        let (remaining, completed) = (batch.remaining.count, batch.completedBytes)
        let count = move(&batch)
        guard batch.isOfCallers else { return }
        lines.advance(by: batch.completedBytes - completed, lines: count)
        let bytes = remaining - batch.remaining.count
        state.queue.withLock { $0.didWrite(lines: count, bytes: bytes) }
    }

    /// Counts the unwritten lines as lost, reports the loss in the file if one more line can be written, and waits for
    /// the compression of segments.
    private mutating func end() {
        let (unwritten, unreported) = (lines.count, unreportedLosses + batch.unreportedLosses)
        let lost = state.queue.withLock { queue in
            queue.abandon(lines: unwritten)
            return queue.takeUnreportedLosses() + unreported
        }
        if lost > 0 { writeLastLossReport(lost) }
        // A segment that is not compressed before the time limit is compressed at the next start.
        files.close { [state] in (state.queue.withLock { $0.closing } ?? .now) - .now }
        state.finish()
    }

    /// Writes an event `lost` as the last line of the file, or nothing.
    private func writeLastLossReport(_ lost: Int) {
        guard let sink = files.sink else { return }
        var line = state.lossReport(LostEvent(time: clock.now(), count: lost)) + [0x0A]
        // An incomplete line that cannot be removed is first ended by a line feed.
        let isMidLine = files.isMidLine || batch.incompleteBytes > 0 && !sink.removeLast(batch.incompleteBytes)
        if isMidLine { line.insert(0x0A, at: 0) }
        var written = 0
        while written < line.count, case .wrote(let count) = sink.write(line[written...]) { written += count }
        if written < line.count { _ = sink.removeLast(written) }
    }
}
