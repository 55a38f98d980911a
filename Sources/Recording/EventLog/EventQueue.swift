import Networking

/// The lines that wait to be written and the counts of lines, shared by callers and the writer.
struct EventQueue: Sendable {
    /// The limit in bytes for waiting lines together with those that the writer has taken.
    let capacity: Int
    /// The waiting bytes, in whole lines.
    private var waiting: [UInt8] = []
    private var waitingLines = 0
    /// The roles of waiting lines that have one.
    private var roles: [DequeuedLines.Role] = []
    /// The bytes that the writer has taken and not written yet.
    private var takenBytes = 0
    /// The position in `waiting` at which the destination must be reopened.
    private var reopening: Int?
    /// The number of lost lines that no event `lost` has reported yet.
    private var unreported = 0
    /// The number of accepted lines, written or not, without those that were lost later.
    private(set) var accepted = 0
    private var flushes: [Flush] = []
    private var closedHandlers: [@Sendable () -> Void] = []

    /// The numbers of lines written and lost.
    private(set) var counters = EventLog.Counters()
    /// Whether the writer sleeps until it is woken.
    var isWriterWaiting = false
    /// The system's error text for the last failed write.
    var lastFailure: String?
    /// The time at which the writer stops waiting for its destination; nil if there is no limit. Later calls can only
    /// make it earlier.
    private(set) var closing: ContinuousClock.Instant? { didSet { isClosing = closing != nil } }
    /// Whether `closing` is set. A separate flag, because `append` reads it for each line and reading the optional
    /// costs a copy.
    private var isClosing = false
    /// Whether the writer has stopped.
    private(set) var isClosed = false

    /// A caller that waits until `target` lines are written or the writer has stopped.
    private struct Flush: Sendable {
        var target: Int
        var settled: SelfPipe
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Appends a line, including its line feed. If there is no room, the line is counted as lost.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>, as role: LineRole?) {
        guard !isClosing, waiting.count + takenBytes + line.count <= capacity else {
            counters.lost += 1
            unreported += 1
            return
        }
        let positions = waiting.count..<waiting.count + line.count
        if let role { roles.append(DequeuedLines.Role(line: positions, role: role)) }
        waiting.append(contentsOf: line)
        waitingLines += 1
        accepted += 1
    }

    /// Takes the waiting lines.
    mutating func take(into lines: inout DequeuedLines) {
        takenBytes = waiting.count
        lines.refill(with: &waiting, count: waitingLines, roles: &roles, ending: reopening)
        waitingLines = 0
        reopening = nil
    }

    /// Requests that the destination be reopened after the lines that wait now.
    mutating func requestReopening() {
        reopening = waiting.count
    }

    /// Withdraws the request to reopen and returns whether there was one. For a writer that cannot write the lines
    /// before.
    mutating func takeReopening() -> Bool {
        defer { reopening = nil }
        return reopening != nil
    }

    /// Counts lines of the writer as written.
    mutating func settle(lines: Int, bytes: Int) {
        takenBytes -= bytes
        counters.written += lines
        notify()
    }

    /// The number of lines that are lost or not written yet.
    var unwritten: Int { counters.lost + accepted - counters.written }

    /// Asks the writer to stop, at the given time at the latest.
    mutating func close(at time: ContinuousClock.Instant) {
        closing = min(time, closing ?? time)
    }

    /// Counts all waiting lines and a number of the writer's lines as lost.
    mutating func abandon(lines: Int) {
        let lost = lines + waitingLines
        counters.lost += lost
        unreported += lost
        accepted -= lost
        (waiting, waitingLines, takenBytes, roles) = ([], 0, 0, [])
    }

    /// Records that the writer has stopped, and returns the handlers to call.
    mutating func closed() -> [@Sendable () -> Void] {
        isClosed = true
        notify()
        defer { closedHandlers = [] }
        return closedHandlers
    }

    /// Keeps the handler until the writer has stopped. Returns false if the writer has already stopped.
    mutating func keep(closedHandler handler: @escaping @Sendable () -> Void) -> Bool {
        guard !isClosed else { return false }
        closedHandlers.append(handler)
        return true
    }

    /// Returns the number of unreported lost lines, and resets it.
    mutating func takeUnreported() -> Int {
        defer { unreported = 0 }
        return unreported
    }

    /// Registers a signal for the time when all lines accepted so far are written, or the writer has stopped. Returns
    /// the number of accepted lines.
    mutating func promise(_ settled: SelfPipe) -> Int {
        if isSettled(accepted) {
            settled.signal()
        } else {
            flushes.append(Flush(target: accepted, settled: settled))
        }
        return accepted
    }

    /// Removes the registration, and returns whether the target was reached.
    mutating func withdraw(_ settled: SelfPipe, target: Int) -> Bool {
        flushes.removeAll { $0.settled === settled }
        return counters.written >= target
    }

    private mutating func notify() {
        let kept = flushes.filter { isSettled($0.target) }
        guard !kept.isEmpty else { return }
        for flush in kept { flush.settled.signal() }
        flushes = flushes.filter { !isSettled($0.target) }
    }

    private func isSettled(_ target: Int) -> Bool {
        isClosed || counters.written >= target
    }
}
