import Networking

/// The queue of lines between the callers of an event log and its writer, with the numbers of lines that were accepted,
/// written and lost.
struct EventQueue: Sendable {
    /// The limit in bytes for waiting lines together with those that the writer has taken.
    let capacity: Int
    /// The bytes of the waiting lines.
    private var waiting: [UInt8] = []
    /// The number of waiting lines.
    private var waitingLines = 0
    /// The roles of waiting lines that have one.
    private var roles: [DequeuedLines.Role] = []
    /// The bytes that the writer has taken and not written yet.
    private var takenBytes = 0
    /// The position in `waiting` at which the destination must be reopened.
    private var reopening: Int?
    /// The number of lost lines that no event `lost` has reported yet.
    private var unreportedLosses = 0
    /// The number of accepted lines, written or not, without those that were lost later.
    private(set) var accepted = 0
    /// The callers that wait for lines to be written.
    private var flushes: [Flush] = []
    /// The closures to call once the writer has stopped.
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
    /// Whether `closing` is set. The flag is separate because `append` reads it for each line, and reading the optional
    /// would cost a copy.
    private var isClosing = false
    /// Whether the writer has stopped.
    private(set) var isClosed = false

    /// A caller that waits until `target` lines are written or the writer has stopped.
    private struct Flush: Sendable {
        /// The number of written lines that the caller waits for.
        var target: Int
        /// The signal that wakes the caller.
        var signal: SelfPipe
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Appends a line, including its line feed. If there is no room, the line is counted as lost.
    mutating func append(_ line: UnsafeBufferPointer<UInt8>, as role: LineRole?) {
        guard !isClosing, waiting.count + takenBytes + line.count <= capacity else {
            counters.lost += 1
            unreportedLosses += 1
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

    /// Removes the request to reopen, and returns whether there was one. The writer calls this if it cannot write the
    /// lines before the request.
    mutating func takeReopening() -> Bool {
        defer { reopening = nil }
        return reopening != nil
    }

    /// Counts lines as written, and signals the callers that wait for them.
    mutating func didWrite(lines: Int, bytes: Int) {
        takenBytes -= bytes
        counters.written += lines
        signalFlushes()
    }

    /// The number of lines that are lost or not written yet.
    var unwritten: Int { counters.lost + accepted - counters.written }

    /// Asks the writer to stop, at the given time at the latest.
    mutating func close(at time: ContinuousClock.Instant) {
        closing = min(time, closing ?? time)
    }

    /// Counts all waiting lines, and a number of lines that the writer has taken, as lost.
    mutating func abandon(lines: Int) {
        let lost = lines + waitingLines
        counters.lost += lost
        unreportedLosses += lost
        accepted -= lost
        (waiting, waitingLines, takenBytes, roles) = ([], 0, 0, [])
    }

    /// Records that the writer has stopped, and returns the handlers to call.
    mutating func finish() -> [@Sendable () -> Void] {
        isClosed = true
        signalFlushes()
        defer { closedHandlers = [] }
        return closedHandlers
    }

    /// Keeps the handler until the writer has stopped. Returns false if the writer has already stopped.
    mutating func keep(closedHandler handler: @escaping @Sendable () -> Void) -> Bool {
        guard !isClosed else { return false }
        closedHandlers.append(handler)
        return true
    }

    /// Returns the number of lost lines that no event `lost` has reported, and resets it.
    mutating func takeUnreportedLosses() -> Int {
        defer { unreportedLosses = 0 }
        return unreportedLosses
    }

    /// Adds a caller that waits. The queue signals once all lines accepted so far are written, or the writer has
    /// stopped. Returns the number of accepted lines.
    mutating func addFlush(signalling signal: SelfPipe) -> Int {
        if isReached(accepted) {
            signal.signal()
        } else {
            flushes.append(Flush(target: accepted, signal: signal))
        }
        return accepted
    }

    /// Removes a caller that waits, and returns whether its target was reached.
    mutating func removeFlush(signalling signal: SelfPipe, target: Int) -> Bool {
        flushes.removeAll { $0.signal === signal }
        return counters.written >= target
    }

    private mutating func signalFlushes() {
        for flush in flushes where isReached(flush.target) { flush.signal.signal() }
        flushes = flushes.filter { !isReached($0.target) }
    }

    private func isReached(_ target: Int) -> Bool {
        isClosed || counters.written >= target
    }
}
