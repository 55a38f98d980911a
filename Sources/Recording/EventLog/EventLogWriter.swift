import Events
import Networking
import Synchronization
import TransportSecurity

/// The work of the writer's thread: takes lines from the queue, and writes them to the files of the log until the log
/// is closed.
///
/// Only this thread decides where a file begins, and which lines of earlier files it repeats. Each file can therefore
/// be judged without the others. Callers only name the role of a line.
struct EventLogWriter<Files: LogFiles>: Sendable {
    private let state: EventLogState
    private let clock: SegmentClock
    private var files: Files
    private var lines = DequeuedLines()
    private var batch = EventBatch()
    private var ledger = SegmentLedger()
    private var warnings = EventLogWarnings()
    /// Whether lines were written since the last rest.
    private var hasWritten = false
    /// The number of lost lines that an event must report.
    private var unreported = 0

    /// Creates a writer to files. If a file is due, it is begun.
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
                rest()
            } else if !advance(until: closing), let closing, closing <= .now {
                break
            }
        }
        end()
    }

    /// Takes lines from the queue if none are left, and losses that came behind the lines before. Returns the time by
    /// which the writer must stop, and whether there is something to do.
    private mutating func takeLines() -> (closing: ContinuousClock.Instant?, hasWork: Bool) {
        state.queue.withLock { queue in
            if batch.isFinished, lines.isEmpty {
                if batch.count > 0, batch.isOfCallers { unreported += queue.takeUnreported() }
                if unreported == 0 { queue.take(into: &lines) }
                if lines.isEmpty { unreported += queue.takeUnreported() }
            }
            let hasWork = !batch.isFinished || !lines.isEmpty || unreported > 0
            queue.isWriterWaiting = !hasWork && !hasWritten
            return (queue.closing, hasWork)
        }
    }

    /// Waits, at most until the file is too old: for lines, or for a fixed time if lines were just written. A line that
    /// comes within that time wakes nobody. A caller that waits for lines to be written ends both.
    private mutating func rest() {
        let age = files.end.map { $0 - clock.elapsed() }
        if let age, age <= 0 { return endFile() }
        let limit = hasWritten ? min(Self.interval, age ?? Self.interval) : age
        hasWritten = false
        state.wakeUp.wait(for: limit.map { .milliseconds($0) })
    }

    /// The time between two writes of a busy proxy in milliseconds. A killed process loses the events of that time at
    /// most.
    private static var interval: Int64 { 5 }

    /// Takes one step. If that is not possible, waits for a while, at most until `closing`, and returns false.
    private mutating func advance(until closing: ContinuousClock.Instant?) -> Bool {
        guard batch.isFinished else { return write(until: closing) }
        if lines.isAtEnding {
            endFile()
            return true
        }
        guard files.isDue(at: clock.elapsed()) else {
            nextBatch()
            return true
        }
        do throws(SystemError) {
            try beginFile()
            return true
        } catch {
            return cannotBegin(error, until: closing)
        }
    }

    /// Fills the batch with the next bytes: lines that the file must repeat, lines of callers, or a report of losses.
    private mutating func nextBatch() {
        guard !lines.isEmpty else {
            batch.refill(
                withLossReport: state.lossReport(LostEvent(time: clock.now(), count: unreported)), of: unreported)
            unreported = 0
            return
        }
        let now = clock.elapsed()
        let next = lines.next(reaching: files.room) { ledger.accept($0, $1, at: now) }
        if next.isEmpty, let role = lines.role {
            batch.refill(withOwn: ledger.missing(for: role, at: now))
        } else {
            var bytes = Array(next)
            batch.refill(with: &bytes, count: lines.lineCount(of: next))
        }
    }

    /// Writes once, unless the file has changed, which gives up the batch.
    private mutating func write(until closing: ContinuousClock.Instant?) -> Bool {
        do throws(SystemError) {
            if let change = try files.change() {
                note(change)
                return true
            }
        } catch {
            return failed(error, "cannot write events to \(files.path)", until: closing)
        }
        guard let sink = files.sink else {
            dropBatch()
            return true
        }
        let (endsLine, isOfCallers) = (files.isMidLine, batch.isOfCallers)
        switch sink.write(endsLine ? [0x0A] : batch.next) {
        case .wrote(let count):
            files.wrote(count, ofCallers: isOfCallers && !endsLine)
            hasWritten = true
            if !endsLine { settle { $0.advance(by: count) } }
            return true
        case .full:
            if warnings.hasNewLosses(of: state) { warn("events come faster than \(files.path) takes them") }
            state.wakeUp.wait(orWritable: sink.descriptor, for: shorter(.milliseconds(200), closing))
            return false
        case .failed(let failure):
            takeBackLine(from: sink)
            return failed(failure, "cannot write events to \(files.path)", until: closing)
        }
    }

    /// Removes the written part of an incomplete line, which is written again from its beginning.
    private mutating func takeBackLine(from sink: EventSink) {
        let unfinished = batch.unfinished
        // A pipe has no lines to take back: its next reader did not see the beginning of the line.
        let isTakenBack = sink.isFile && sink.removeLast(unfinished)
        if isTakenBack { files.tookBack(unfinished) }
        if isTakenBack || !sink.isFile { restartLine() }
    }

    /// Says a failure, and waits for a while, unless the file is to be ended: at once then, since its lines cannot be
    /// written to it.
    private mutating func failed(
        _ failure: SystemError, _ sentence: String, until closing: ContinuousClock.Instant?
    ) -> Bool {
        state.queue.withLock { $0.lastFailure = failure.text }
        warn("\(sentence): \(failure.text)")
        guard !lines.hasEnding, !state.queue.withLock({ $0.takeReopening() }) else {
            endFile()
            return true
        }
        state.wakeUp.wait(for: shorter(state.retryInterval, closing))
        return false
    }

    /// The duration, or the remaining time until `closing` if that is shorter.
    private func shorter(_ duration: Duration, _ closing: ContinuousClock.Instant?) -> Duration {
        closing.map { max(.zero, min(duration, $0 - .now)) } ?? duration
    }

    private mutating func warn(_ sentence: String) { warnings.warn(sentence, of: state) }
}

// MARK: - Files

extension EventLogWriter {
    private mutating func beginFile() throws(SystemError) {
        begin(with: try files.begin(at: clock.elapsed()))
    }

    /// Begins a file with lines, and with the policies and the trust store in force. What its decisions refer to
    /// follows before them.
    private mutating func begin(with first: [UInt8]) {
        dropBatch()
        let own = first + ledger.beginSegment(at: clock.elapsed())
        if !own.isEmpty { batch.refill(withOwn: own) }
    }

    /// Goes on in the file before if there is one.
    private mutating func cannotBegin(_ error: SystemError, until closing: ContinuousClock.Instant?) -> Bool {
        state.queue.withLock { $0.lastFailure = error.text }
        warn("cannot begin a segment in \(state.destination.name): \(error.text)")
        guard !files.postpone(at: clock.elapsed()) else { return true }
        state.wakeUp.wait(for: shorter(state.retryInterval, closing))
        return false
    }

    private mutating func endFile() {
        lines.passEnding()
        note(files.endFile())
    }

    private mutating func note(_ change: LogFileChange) {
        switch change {
        case .ended(let sentence):
            if let sentence { warn(sentence) }
            dropBatch()
        case .begun(let sentence):
            if let sentence { warn(sentence) }
            begin(with: [])
        case .goesOn(let reason):
            guard let reason else { return }
            // The complaint is not limited to one a minute, because each request is answered.
            warnings.begin()
            warn(reason)
        }
    }

    /// Gives up the unwritten part of the batch. Its lines are still among those that were taken.
    private mutating func dropBatch() {
        unreported += batch.unreported
        restartLine()
        batch = EventBatch()
    }

    private mutating func restartLine() {
        settle {
            $0.restartLine()
            return 0
        }
    }

    /// Changes the batch, and updates the counts of the queue and of the lines accordingly.
    private mutating func settle(_ move: (inout EventBatch) -> Int) {
        let (before, completed) = (batch.next.count, batch.completed)
        let count = move(&batch)
        guard batch.isOfCallers else { return }
        lines.advance(by: batch.completed - completed, lines: count)
        let bytes = before - batch.next.count
        state.queue.withLock { $0.settle(lines: count, bytes: bytes) }
    }

    /// Counts the unwritten lines as lost, reports the loss in the file if one more line can be written, and waits for
    /// work on files that is under way.
    private mutating func end() {
        let (unwritten, waiting) = (lines.count, unreported + batch.unreported)
        let lost = state.queue.withLock { queue in
            queue.abandon(lines: unwritten)
            return queue.takeUnreported() + waiting
        }
        if lost > 0 { reportAtEnd(lost) }
        files.close { [state] in
            // A segment that takes longer than a stop may take is compressed at the next start.
            (state.queue.withLock { $0.closing } ?? .now) - .now
        }
        state.closed()
    }

    private func reportAtEnd(_ lost: Int) {
        guard let sink = files.sink else { return }
        var line = state.lossReport(LostEvent(time: clock.now(), count: lost)) + [0x0A]
        // An incomplete line that cannot be removed is ended first: it must not run into this one.
        if files.isMidLine || batch.unfinished > 0 && !sink.removeLast(batch.unfinished) { line.insert(0x0A, at: 0) }
        var written = 0
        while written < line.count, case .wrote(let count) = sink.write(line[written...]) { written += count }
        if written < line.count { _ = sink.removeLast(written) }
    }
}
