import Synchronization
import TransportSecurity

/// What the writer's thread does: takes lines from the queue and writes them, until it is told to stop.
struct EventLogWriter: Sendable {
    private let state: EventLogState
    private var sink: EventSink
    private var batch = EventBatch()
    private var lastComplaint: ContinuousClock.Instant?
    private var lossesComplainedOf = 0

    /// A writer to the destination of that log, which is opened now.
    init(_ state: EventLogState) throws(SystemFailure) {
        self.state = state
        sink = try EventSink(state.destination)
    }

    /// Writes until the log is closed.
    mutating func run() {
        while true {
            let closing = nextLines()
            if batch.isFinished {
                guard closing == nil else { break }
                state.wakeUp.wait(for: nil)
                gather()
            } else if let closing, closing <= .now {
                break
            } else if batch.isAtReopening {
                reopen()
            } else {
                guard write() || closing == nil else { break }
            }
        }
        let unwritten = batch.unwrittenLines
        state.queue.withLock { $0.abandon(lines: unwritten) }
        state.finished.signal()
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
        if lost > 0 { batch.refill(withAdmission: state.admission(LostEvent(time: .now, count: lost))) }
        return closing
    }

    /// Writes once, and waits where that cannot be; false after a failure.
    private mutating func write() -> Bool {
        switch sink.write(batch.next) {
        case .wrote(let count):
            settle { $0.advance(by: count) }
        case .full:
            complainOfLosses()
            state.wakeUp.wait(orWritable: sink.descriptor, for: .milliseconds(200))
        case .failed(let failure):
            if sink.takeBack(batch.unfinished) { restartLine() }
            complain("cannot write events to \(state.destination.name): \(failure.text)")
            guard !reopensAtOnce() else { return true }
            state.wakeUp.wait(for: state.retryInterval)
            return false
        }
        return true
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

    private mutating func complain(_ sentence: String) {
        let now = ContinuousClock.now
        if let lastComplaint, now - lastComplaint < .seconds(60) { return }
        lastComplaint = now
        lossesComplainedOf = state.queue.withLock { $0.counters.lost }
        state.complain("\(sentence); lost so far: \(lossesComplainedOf).")
    }
}
