import Events
import InternetNames
import Networking
import Recording
import Synchronization
import TransportSecurity

/// The log of a running proxy on a terminal, with one line for each load. A thread of its own writes the lines.
///
/// Callers never wait. Decisions wait in a queue of limited length while the terminal is slow. Decisions that do not
/// fit are lost, and a line says how many were.
public final class TerminalLog: Sendable {
    private let log: EventLog
    private let state: Mutex<State>
    private let wakeUp: SelfPipe

    /// The largest number of events that wait.
    static let capacity = 8192

    /// The state that the callers and the thread share.
    private struct State: Sendable {
        /// The events that the thread has not taken.
        var events: [Event] = []
        /// The number of all lost decisions.
        var lost = 0
        /// The number of lost decisions that the thread does not know of yet.
        var unreported = 0
        /// Whether the thread sleeps until it is woken.
        var isWriterWaiting = false
        /// The request to close the log; nil before there is one.
        var closing: Closing?
        /// Whether the thread has ended.
        var isClosed = false
    }

    /// A request to close the log.
    private struct Closing: Sendable {
        /// The time at which the log is closed even if the terminal has not accepted everything.
        var limit: ContinuousClock.Instant
        /// The closures to call once the log is closed.
        var handlers: [@Sendable () -> Void]
    }

    private enum Event: Sendable {
        case decision(DecisionEvent)
        case closed(TextOrValue<EventID>)
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - log: The destination of the text. Nothing else may be appended to it.
    ///   - line: The formatter of lines.
    ///   - descriptor: The terminal.
    ///   - movesCursor: Whether the terminal can move its cursor.
    ///   - defaultWidth: The number of columns if the system does not know it.
    public init(
        _ log: EventLog, as line: TerminalLine, on descriptor: Int32, movesCursor: Bool, defaultWidth: Int
    ) throws(EventLogError) {
        self.log = log
        state = Mutex(State())
        do {
            wakeUp = try SelfPipe()
            let device = TerminalDevice(descriptor, movesCursor: movesCursor, defaultWidth: defaultWidth)
            try SystemThread.start(named: "terminal") { [self] in
                var device = device
                var display = TerminalDisplay(line)
                run(&display, on: &device)
            }
        } catch {
            throw EventLogError(destination: "the terminal", reason: error.text)
        }
    }

    /// Shows a decision.
    public func append(_ event: DecisionEvent) {
        append(.decision(event))
    }

    /// Takes the end of a load, after which its line no longer waits for a second decision.
    public func append(_ event: ClosedEvent) {
        append(.closed(event.id))
    }

    /// The number of lost decisions, which were not shown.
    public var lost: Int { state.withLock { $0.lost } }

    /// Shows everything that was appended before, and closes the log. The handler is called, on another thread, once
    /// this is done.
    ///
    /// The log is closed after `limit` even if the terminal accepts nothing. If there are several calls, the earliest
    /// limit holds.
    public func close(within limit: Duration, then handler: @escaping @Sendable () -> Void) {
        let time = ContinuousClock.now + limit
        let isClosed = state.withLock { state in
            guard !state.isClosed else { return true }
            let earlier = state.closing
            state.closing = Closing(
                limit: min(time, earlier?.limit ?? time), handlers: (earlier?.handlers ?? []) + [handler])
            return false
        }
        if isClosed { return log.close(within: limit, then: handler) }
        wakeUp.signal()
    }

    /// Adds an event for the thread. If there is no room, a decision is counted as lost.
    private func append(_ event: Event) {
        let mustWake = state.withLock { state in
            guard state.events.count < Self.capacity, !state.isClosed else {
                if case .decision = event {
                    state.lost += 1
                    state.unreported += 1
                }
                return false
            }
            state.events.append(event)
            defer { state.isWriterWaiting = false }
            return state.isWriterWaiting
        }
        if mustWake { wakeUp.signal() }
    }
}

// MARK: - The thread

extension TerminalLog {
    /// Takes events and shows them until the log is closed.
    private func run(_ display: inout TerminalDisplay, on device: inout TerminalDevice) {
        while true {
            let (events, lost, isClosing) = state.withLock { state in
                defer { (state.events, state.unreported) = ([], 0) }
                return (state.events, state.unreported, state.closing != nil)
            }
            let now = WallClock.elapsedMilliseconds
            for event in events {
                switch event {
                case .decision(let decision): display.receive(decision, at: now)
                case .closed(let id): display.receive(closed: id)
                }
            }
            display.receive(lost: lost)
            show { otherTexts in
                let screen = device.screen(otherTexts: otherTexts)
                return isClosing
                    ? display.remainingText(at: now, on: screen, time: WallClock.now)
                    : display.text(at: now, on: screen, time: WallClock.now)
            }
            if isClosing { return end() }
            wait(until: display.deadline())
        }
    }

    /// Writes a text while no other part of this program writes to the terminal. If the terminal is slow, waits for it
    /// afterwards.
    ///
    /// - Parameter makeText: Returns the text. The argument is the number of texts that other parts have written.
    private func show(_ makeText: (_ otherTexts: Int) -> String) {
        let isWritten = SharedTerminal.writeLines { otherTexts in
            let text = makeText(otherTexts)
            guard !text.isEmpty else { return true }
            // The log adds the line feeds, and counts each row as a line.
            let rows = text.withoutLogCommands.utf8.dropLast()
            for row in rows.split(separator: 0x0A, omittingEmptySubsequences: false) { log.append(line: Array(row)) }
            return log.flush(within: .milliseconds(100))
        }
        guard !isWritten else { return }
        while !log.flush(within: .milliseconds(500)) {
            if let limit = state.withLock({ $0.closing?.limit }), limit <= .now { return }
        }
    }

    /// Waits for events, at most until a time in milliseconds of the monotonic clock.
    private func wait(until deadline: Int64?) {
        let mustWait = state.withLock { state in
            state.isWriterWaiting = state.events.isEmpty && state.closing == nil
            return state.isWriterWaiting
        }
        if mustWait {
            let time = deadline.map { max(0, $0 - WallClock.elapsedMilliseconds) }
            wakeUp.wait(for: time.map { .milliseconds($0) })
        }
        // More events often follow at once, and share the next text.
        if state.withLock({ $0.closing == nil }) { wakeUp.wait(for: .milliseconds(10)) }
    }

    /// Counts the events that came too late as lost, and closes the log.
    private func end() {
        let closing = state.withLock { state in
            state.isClosed = true
            // These events came after the last text was made, so their decisions are lost.
            state.lost += state.events.count { if case .decision = $0 { true } else { false } }
            state.events = []
            return state.closing
        }
        let remainingTime = closing.map { max(.zero, $0.limit - .now) } ?? .zero
        log.close(within: remainingTime) { for handler in closing?.handlers ?? [] { handler() } }
    }
}
