/// The lines that wait to be written, and the books on them: what callers and the writer share.
struct EventQueue: Sendable {
    /// The most bytes that may wait, with those that are being written.
    let capacity: Int
    /// What waits, in whole lines.
    private var waiting: [UInt8] = []
    private var waitingLines = 0
    /// What the writer took and has not yet written.
    private var takenBytes = 0
    /// Where in `waiting` the destination is to be opened anew.
    private var reopening: Int?
    /// Lines that were lost since this was last admitted.
    private var unadmitted = 0
    /// How many lines were taken, written by now or not; those that are lost in the end count no more.
    private(set) var accepted = 0
    private var flushes: [Flush] = []
    private var closedHandlers: [@Sendable () -> Void] = []

    /// How many lines were written and lost.
    private(set) var counters = EventLog.Counters()
    /// Whether the writer sleeps until it is woken.
    var isWriterAsleep = false
    /// Why the last write came to nothing, in the system's words.
    var lastFailure: String?
    /// When the writer is to stop waiting for its destination; nil: not at all. It never moves to a later time.
    private(set) var closing: ContinuousClock.Instant? { didSet { isClosing = closing != nil } }
    /// The same, for those who ask with each line: to look into an optional of the clock's own type costs a copy of it.
    private var isClosing = false
    /// Whether the writer has stopped.
    private(set) var isClosed = false

    /// Somebody who waits until as many lines as were accepted before are settled.
    private struct Flush: Sendable {
        var target: Int
        var wakeUp: WakeUp
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether somebody waits for what was accepted to be written, or for what comes after that.
    var isUrgent: Bool { !flushes.isEmpty || closing != nil || reopening != nil }

    /// Takes a line, its end included, or counts it as lost where there is no room.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>) {
        guard !isClosing, waiting.count + takenBytes + line.count <= capacity else {
            counters.lost += 1
            unadmitted += 1
            return
        }
        waiting.append(contentsOf: line)
        waitingLines += 1
        accepted += 1
    }

    /// Hands the lines that wait to the writer.
    mutating func take(into batch: inout EventBatch) {
        batch.refill(with: &waiting, count: waitingLines, reopening: reopening)
        takenBytes = batch.count
        waitingLines = 0
        reopening = nil
    }

    /// Asks for the destination to be opened anew once what waits now is written.
    mutating func requestReopening() {
        reopening = waiting.count
    }

    /// Takes that request back out, for a writer that cannot write what comes before it.
    mutating func takeReopening() -> Bool {
        defer { reopening = nil }
        return reopening != nil
    }

    /// Books lines of the writer as written.
    mutating func settle(lines: Int, bytes: Int) {
        takenBytes -= bytes
        counters.written += lines
        notify()
    }

    /// How many lines are lost, or are not written yet.
    var unwritten: Int { counters.lost + accepted - counters.written }

    /// Asks the writer to stop, at that time at the latest.
    mutating func close(at time: ContinuousClock.Instant) {
        closing = min(time, closing ?? time)
    }

    /// Books everything that is still to be written as lost: what waits, and that many lines of the writer.
    mutating func abandon(lines: Int) {
        let lost = lines + waitingLines
        counters.lost += lost
        unadmitted += lost
        accepted -= lost
        (waiting, waitingLines, takenBytes) = ([], 0, 0)
    }

    /// Takes note that the writer has stopped; returns whom to tell.
    mutating func closed() -> [@Sendable () -> Void] {
        isClosed = true
        notify()
        defer { closedHandlers = [] }
        return closedHandlers
    }

    /// Keeps the handler until the writer has stopped; false where it has.
    mutating func keep(closedHandler handler: @escaping @Sendable () -> Void) -> Bool {
        guard !isClosed else { return false }
        closedHandlers.append(handler)
        return true
    }

    /// How many lines were lost since this was last asked.
    mutating func takeUnadmitted() -> Int {
        defer { unadmitted = 0 }
        return unadmitted
    }

    /// Promises a signal once everything accepted so far is written, or never will be; the number to ask for then.
    mutating func promise(_ wakeUp: WakeUp) -> Int {
        if isSettled(accepted) {
            wakeUp.signal()
        } else {
            flushes.append(Flush(target: accepted, wakeUp: wakeUp))
        }
        return accepted
    }

    /// Forgets that promise; true where so many lines are written.
    mutating func withdraw(_ wakeUp: WakeUp, target: Int) -> Bool {
        flushes.removeAll { $0.wakeUp === wakeUp }
        return counters.written >= target
    }

    private mutating func notify() {
        let kept = flushes.filter { isSettled($0.target) }
        guard !kept.isEmpty else { return }
        for flush in kept { flush.wakeUp.signal() }
        flushes = flushes.filter { !isSettled($0.target) }
    }

    private func isSettled(_ target: Int) -> Bool {
        isClosed || counters.written >= target
    }
}
