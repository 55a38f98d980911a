import Events
import Networking
import Synchronization
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The work of the writer's thread where events go into segments: takes lines from the queue, and writes them to one
/// file after the other until the log is closed.
///
/// Only this thread decides where a segment ends, and which lines the next one repeats. Callers only name the role of a
/// line.
struct SegmentWriter: Sendable {
    private let state: EventLogState
    private let settings: SegmentSettings
    private let clock: SegmentClock
    private let compressor: SegmentCompressor
    /// The segment that is being written; nil until there is a line for the next one.
    private var segment: Segment?
    private var lines = DequeuedLines()
    private var batch = EventBatch()
    private var ledger = SegmentLedger()
    private var identifiers = EventIDGenerator()
    private var warnings = EventLogWarnings()
    private var pace = WritePace()
    /// The number of lost lines that an event must report, since the one that was to do so could not be written.
    private var unreported = 0

    /// A segment that is being written.
    private struct Segment: Sendable {
        var name: SegmentName
        var sink: EventSink
        /// The number of bytes that are written.
        var size = 0
        /// Whether the segment has more than the lines with which each segment begins, however many they are.
        var holdsEvents = false
        /// The time at which it ends, in milliseconds of the clock for ages.
        var end: Int64

        mutating func count(_ written: Int, ofCallers: Bool) {
            size += written
            holdsEvents = holdsEvents || ofCallers
        }

        /// Lets the segment grow until a time, by as much again at most.
        mutating func goOn(until time: Int64) {
            (size, end) = (0, time)
        }
    }

    /// Creates the directory if it is missing, begins a segment and starts the compression of earlier ones.
    init(_ state: EventLogState, _ settings: SegmentSettings, _ clock: SegmentClock = SegmentClock())
        throws(SystemError)
    {
        self.state = state
        self.settings = settings
        self.clock = clock
        compressor = try SegmentCompressor(settings, warn: state.warn)
        guard mkdir(settings.directory, 0o750) == 0 || errno == EEXIST else { throw SystemError.last("mkdir") }
        try beginSegment()
        try compressor.start()
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

    /// Takes lines from the queue if none are left. Returns the time by which the writer must stop, and whether there is
    /// something to do.
    private mutating func takeLines() -> (closing: ContinuousClock.Instant?, hasWork: Bool) {
        state.queue.withLock { queue in
            if batch.isFinished, lines.isEmpty { queue.take(into: &lines) }
            let hasWork = !batch.isFinished || !lines.isEmpty || unreported > 0 || queue.hasUnreported
            queue.isWriterWaiting = !hasWork
            return (queue.closing, hasWork)
        }
    }

    /// Waits for lines, at most until the segment is too old, and then for more, as `EventLogWriter` does.
    private mutating func rest() {
        guard let segment else {
            state.wakeUp.wait(for: nil)
            return gather()
        }
        let age = segment.end - clock.elapsed()
        guard age > 0 else { return endSegment() }
        state.wakeUp.wait(for: .milliseconds(age))
        gather()
    }

    private mutating func gather() {
        let pause = pace.pause(at: .now)
        let isUrgent = state.queue.withLock { $0.isUrgent }
        if pause > .zero, !isUrgent { state.wakeUp.wait(for: pause) }
    }

    /// Takes one step. If that is not possible, waits for a while, at most until `closing`, and returns false.
    private mutating func advance(until closing: ContinuousClock.Instant?) -> Bool {
        giveUpRemovedSegment()
        guard batch.isFinished else { return write(until: closing) }
        if lines.isAtEnding {
            endSegment()
            lines.passEnding()
            return true
        }
        guard isDue else {
            nextBatch()
            return true
        }
        do throws(SystemError) {
            try beginSegment()
            return true
        } catch {
            return cannotBegin(error, until: closing)
        }
    }

    private var isDue: Bool {
        guard let segment else { return true }
        return segment.holdsEvents && segment.size >= settings.sizeLimit || clock.elapsed() >= segment.end
    }

    /// Goes on in the segment before if there is one, as where the process may open no more files.
    private mutating func cannotBegin(_ error: SystemError, until closing: ContinuousClock.Instant?) -> Bool {
        state.queue.withLock { $0.lastFailure = error.text }
        warn("cannot begin a segment in \(settings.directory): \(error.text)")
        guard segment == nil else {
            let time = clock.elapsed() + Self.pause
            segment?.goOn(until: time)
            return true
        }
        state.wakeUp.wait(for: shorter(state.retryInterval, closing))
        return false
    }

    /// The time in milliseconds after which a segment is begun again, if that failed.
    private static let pause: Int64 = 10_000

    /// Fills the batch with the next lines: lines that the segment must repeat, lines of callers, or a report of
    /// losses.
    private mutating func nextBatch() {
        guard !lines.isEmpty else { return reportLoss() }
        let now = clock.elapsed()
        let next = lines.next(reaching: max(1, settings.sizeLimit - (segment?.size ?? 0))) {
            ledger.accept($0, $1, at: now)
        }
        if next.isEmpty, let role = lines.role {
            batch.refill(withOwn: ledger.missing(for: role, at: now))
        } else {
            var bytes = Array(next)
            batch.refill(with: &bytes, count: next.count { $0 == 0x0A }, reopening: nil)
        }
    }

    private mutating func reportLoss() {
        let lost = unreported + state.queue.withLock { $0.takeUnreported() }
        unreported = 0
        guard lost > 0 else { return }
        batch.refill(withLossReport: state.lossReport(LostEvent(time: clock.now(), count: lost)), of: lost)
    }

    /// Writes once.
    private mutating func write(until closing: ContinuousClock.Instant?) -> Bool {
        guard let sink = segment?.sink else {
            dropBatch()
            return true
        }
        let failure: SystemError
        switch sink.write(batch.next) {
        case .wrote(let count):
            let isOfCallers = batch.isOfCallers
            segment?.count(count, ofCallers: isOfCallers)
            settle { $0.advance(by: count) }
            return true
        case .full: failure = SystemError(number: EAGAIN, operation: "write")
        case .failed(let error): failure = error
        }
        let unfinished = batch.unfinished
        if sink.removeLast(unfinished) {
            segment?.size -= unfinished
            settle {
                $0.restartLine()
                return 0
            }
        }
        state.queue.withLock { $0.lastFailure = failure.text }
        warn("cannot write events to \(settings.path(segment?.name.file ?? "")): \(failure.text)")
        guard !isEndingRequested() else {
            endSegment()
            return true
        }
        state.wakeUp.wait(for: shorter(state.retryInterval, closing))
        return false
    }

    /// Whether the segment is to be ended: at once then, since its lines cannot be written to its file.
    private mutating func isEndingRequested() -> Bool {
        guard lines.hasEnding || state.queue.withLock({ $0.takeReopening() }) else { return false }
        lines.passEnding()
        return true
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

    private mutating func warn(_ sentence: String) { warnings.warn(sentence, of: state) }

    private func shorter(_ duration: Duration, _ closing: ContinuousClock.Instant?) -> Duration {
        closing.map { max(.zero, min(duration, $0 - .now)) } ?? duration
    }
}

// MARK: - Segments

extension SegmentWriter {
    /// Begins a segment, and then ends the one before.
    private mutating func beginSegment() throws(SystemError) {
        let now = clock.now()
        let file = try SegmentFile(settings, at: now)
        endSegment()
        segment = Segment(
            name: file.name, sink: EventSink(owning: file.descriptor), end: clock.elapsed() + settings.ageLimit)
        var random = SystemRandomNumberGenerator()
        let id = identifiers.next(at: now, using: &random)
        let event = SegmentEvent(time: now, id: id.description, proxy: settings.proxy.text)
        batch.refill(withOwn: event.line + [0x0A] + ledger.beginSegment(at: clock.elapsed()))
    }

    /// Ends the segment, if there is one, and hands it on to be compressed.
    private mutating func endSegment() {
        guard let ended = segment else { return }
        dropBatch()
        segment = nil
        // The file is closed with the last reference to its sink, which may be later.
        SegmentLock.release(ended.sink.descriptor)
        compressor.add(ended.name)
    }

    /// Ends a segment whose file was removed or moved, since readers of the directory would not find its further lines.
    private mutating func giveUpRemovedSegment() {
        guard let removed = segment else { return }
        let path = settings.path(removed.name.file)
        guard !FileIdentity.isFile(removed.sink.descriptor, stillAt: path) else { return }
        warn("\(path) was removed or moved; events go on in a new segment")
        dropBatch()
        segment = nil
        SegmentLock.release(removed.sink.descriptor)
    }

    /// Gives up the unwritten part of the batch. Its lines are still among those that were taken.
    private mutating func dropBatch() {
        unreported += batch.unreported
        settle {
            $0.restartLine()
            return 0
        }
        batch = EventBatch()
    }

    /// Counts the unwritten lines as lost, reports the loss in the segment if one more line can be written, and waits
    /// for the compression of complete segments.
    private mutating func end() {
        let (unwritten, waiting) = (lines.count, unreported + batch.unreported)
        let lost = state.queue.withLock { queue in
            queue.abandon(lines: unwritten)
            return queue.takeUnreported() + waiting
        }
        if lost > 0 { reportAtEnd(lost) }
        lines = DequeuedLines()
        endSegment()
        compressor.close { [state] in
            // A segment that takes longer than a stop may take is compressed at the next start.
            (state.queue.withLock { $0.closing } ?? .now) - .now
        }
        state.closed()
    }

    private func reportAtEnd(_ lost: Int) {
        guard let sink = segment?.sink else { return }
        var line = state.lossReport(LostEvent(time: clock.now(), count: lost)) + [0x0A]
        // An incomplete line that cannot be removed is ended first: it must not run into this one.
        if batch.unfinished > 0, !sink.removeLast(batch.unfinished) { line.insert(0x0A, at: 0) }
        var written = 0
        while written < line.count, case .wrote(let count) = sink.write(line[written...]) { written += count }
        if written < line.count { _ = sink.removeLast(written) }
    }
}
