import Synchronization
import TransportSecurity

/// What the writer's thread does: takes lines from the queue and writes them, until it is told to stop.
struct EventLogWriter: Sendable {
    private let state: EventLogState
    private var sink: EventSink
    private var batch = EventBatch()
    private var lastComplaint: ContinuousClock.Instant?
    private var lossesComplainedOf = 0
    /// Whether a line in the file has no end yet that is none of ours.
    private var mustEndLine: Bool

    /// A writer to the destination of that log, which is opened now.
    init(_ state: EventLogState) throws(SystemFailure) {
        self.state = state
        sink = try EventSink(state.destination)
        mustEndLine = sink.isMidLine
    }

    /// Writes until the log is closed, and its time is up or nothing is left.
    mutating func run() {
        while true {
            let closing = nextLines()
            if batch.isFinished {
                guard closing == nil else { break }
                state.wakeUp.wait(for: nil)
                gather()
            } else if batch.isAtReopening {
                reopen()
            } else if !write(until: closing), let closing, closing <= .now {
                break
            }
        }
        end()
    }

    /// Books what is not written as lost, and admits that in the recording where it takes one more line.
    private mutating func end() {
        let (unwritten, unadmitted) = (batch.unwrittenLines, batch.unadmitted)
        let lost = state.queue.withLock { queue in
            queue.abandon(lines: unwritten)
            return queue.takeUnadmitted() + unadmitted
        }
        if lost > 0 { admitAtEnd(lost) }
        state.closed()
    }

    private func admitAtEnd(_ lost: Int) {
        var line = state.admission(LostEvent(time: .now, count: lost)) + [0x0A]
        // The beginning of a line that stays behind is not to be taken for the beginning of ours.
        if mustEndLine || batch.unfinished > 0 && !sink.takeBack(batch.unfinished) { line.insert(0x0A, at: 0) }
        var written = 0
        while written < line.count, case .wrote(let count) = sink.write(line[written...]) { written += count }
        if written < line.count { _ = sink.takeBack(written) }
    }

    /// Lets lines gather for a moment, so that a busy proxy does not wake this thread for each one of them. Whoever
    /// wants them written now signals.
    private func gather() {
        let isUrgent = state.queue.withLock { $0.isUrgent }
        if !isUrgent { state.wakeUp.wait(for: .milliseconds(5)) }
    }

    /// Fetches lines where none are left, and the admission of a loss behind those that came before it. Says when
    /// to stop.
    private mutating func nextLines() -> ContinuousClock.Instant? {
        let (closing, lost) = state.queue.withLock { queue in
            let isBehindLines = batch.isFinished && batch.count > 0 && !batch.isAdmission
            var lost = isBehindLines ? queue.takeUnadmitted() : 0
            if batch.isFinished, lost == 0 { queue.take(into: &batch) }
            if batch.isFinished, lost == 0 { lost = queue.takeUnadmitted() }
            queue.isWriterAsleep = batch.isFinished && lost == 0
            return (queue.closing, lost)
        }
        if lost > 0 { batch.refill(withAdmission: state.admission(LostEvent(time: .now, count: lost)), of: lost) }
        return closing
    }

    /// Writes once; where that cannot be, waits for a while, no longer than until that time, and returns false.
    private mutating func write(until closing: ContinuousClock.Instant?) -> Bool {
        switch sink.write(mustEndLine ? [0x0A] : batch.next) {
        case .wrote where mustEndLine:
            mustEndLine = false
        case .wrote(let count):
            settle { $0.advance(by: count) }
        case .full:
            complainOfLosses()
            state.wakeUp.wait(orWritable: sink.descriptor, for: Self.shorter(.milliseconds(200), closing))
            return false
        case .failed(let failure):
            // Who reads a pipe after it failed did not see how the line began.
            if !sink.isFile || sink.takeBack(batch.unfinished) { restartLine() }
            state.queue.withLock { $0.lastFailure = failure.text }
            complain("cannot write events to \(state.destination.name): \(failure.text)")
            guard !reopensAtOnce() else { return true }
            state.wakeUp.wait(for: Self.shorter(state.retryInterval, closing))
            return false
        }
        return true
    }

    /// The duration, or what is left until that time.
    private static func shorter(_ duration: Duration, _ closing: ContinuousClock.Instant?) -> Duration {
        guard let closing else { return duration }
        return max(.zero, min(duration, closing - .now))
    }

    /// Opens the destination now where that was asked for: what comes before cannot be written to the old one.
    private mutating func reopensAtOnce() -> Bool {
        let isRequested = state.queue.withLock { $0.takeReopening() }
        guard isRequested || batch.wantsReopening else { return false }
        reopen()
        return true
    }

    private mutating func reopen() {
        batch.reopened()
        switch state.destination {
        case .descriptor:
            break
        case .file(let path):
            do {
                sink = try EventSink(state.destination)
                mustEndLine = sink.isMidLine
                restartLine()
            } catch {
                // Said each time, since each was asked for.
                lastComplaint = nil
                complain("cannot open \(path) anew: \(error.text); events go on to the file that was open before")
            }
        }
    }

    private mutating func restartLine() {
        settle {
            $0.restartLine()
            return 0
        }
    }

    /// Moves in the batch, and books what that settles.
    private mutating func settle(_ move: (inout EventBatch) -> Int) {
        let before = batch.next.count
        let lines = move(&batch)
        let bytes = batch.isAdmission ? 0 : before - batch.next.count
        state.queue.withLock { $0.settle(lines: lines, bytes: bytes) }
    }

    private mutating func complainOfLosses() {
        let lost = state.queue.withLock { $0.counters.lost }
        guard lost > lossesComplainedOf else { return }
        complain("events come faster than \(state.destination.name) takes them")
    }

    /// Says so, at most once a minute, but for the first loss: whoever was told that events wait is told that they do not
    /// any more.
    private mutating func complain(_ sentence: String) {
        let now = ContinuousClock.now
        let (waiting, lost) = state.queue.withLock { ($0.unwritten - $0.counters.lost, $0.counters.lost) }
        let isFirstLoss = lost > 0 && lossesComplainedOf == 0
        if !isFirstLoss, let lastComplaint, now - lastComplaint < .seconds(60) { return }
        lastComplaint = now
        lossesComplainedOf = lost
        let counts = [("waiting", waiting), ("lost so far", lost)].filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
        state.complain(sentence + (counts.isEmpty ? "" : "; " + counts.joined(separator: ", ")) + ".")
    }
}
