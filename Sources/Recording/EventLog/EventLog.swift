import Synchronization
import TransportSecurity

/// Where events go: a file, standard output or a pipe, written by a thread of its own.
///
/// Appending never waits, whatever the destination does: lines gather in a queue of bounded size, and what finds no
/// room is counted. A destination that fails is tried again with the same line; a line is written whole or not at
/// all, and once writing goes on an event `lost` admits how many are missing. Each line that was appended counts in the
/// end as written or as lost. What a pipe took counts as written, whether or not somebody reads it.
public final class EventLog: Sendable {
    private let state: EventLogState

    /// Opens the destination and starts to write; throws where it cannot be opened.
    ///
    /// - Parameters:
    ///   - capacity: the most bytes that may wait.
    ///   - retryInterval: how long to wait after a failure.
    ///   - admission: the line, without its end, that admits a loss; an event `lost` by default.
    ///   - complain: told one sentence, at most once a minute and at the first loss, about what is wrong; on the
    ///     writer's thread.
    public init(
        _ destination: Destination, capacity: Int = 8 << 20, retryInterval: Duration = .seconds(1),
        admission: @escaping @Sendable (LostEvent) -> [UInt8] = \.line,
        complain: @escaping @Sendable (String) -> Void = EventLog.complainOnStandardError
    ) throws(EventLogError) {
        do {
            state = try EventLogState(
                destination: destination, capacity: capacity, retryInterval: retryInterval, admission: admission,
                complain: complain)
            let writer = try EventLogWriter(state)
            try WriterThread.start(writer)
        } catch {
            throw EventLogError(destination: destination.name, reason: error.text)
        }
    }

    deinit {
        state.close(within: .zero)
    }

    /// Appends an event; counted as lost where the queue is full. Never blocks.
    public func append(_ event: some JSONWritable) {
        var json = JSONWriter()
        append(event, in: &json)
    }

    /// The same, for those who append often: the line is written by that writer, and it is empty again then.
    public func append(_ event: some JSONWritable, in json: inout JSONWriter) {
        event.write(to: &json)
        json.withLine { state.append($0) }
        json.removeAll()
    }

    /// Appends a line, given without its end and without a line feed in it; counted as lost where the queue is full.
    public func append(line: [UInt8]) {
        (line + [0x0A]).withUnsafeBufferPointer { state.append($0) }
    }

    /// Waits until every line that the queue accepted before this call is written; false where that took too long or came to nothing.
    @discardableResult public func flush(within limit: Duration) -> Bool {
        state.flush(within: limit)
    }

    /// Opens a file anew under its name, after what was appended before is written, as log rotation asks for.
    public func reopen() {
        state.reopen()
    }

    /// Writes what waits, and stops; false where something appended before is lost now.
    ///
    /// A destination that takes nothing for the moment is waited for no longer than that time. What is left then, and
    /// what is appended later, is lost, and the recording says so where that can still be written.
    @discardableResult public func close(within limit: Duration) -> Bool {
        let accepted = state.queue.withLock { $0.accepted }
        state.close(within: limit)
        if !state.queue.withLock({ $0.isClosed }) { state.finished.wait(for: limit + .seconds(1)) }
        return state.queue.withLock { $0.counters.written >= accepted }
    }

    /// The same without waiting: the handler is called once the log is closed, on the writer's thread.
    ///
    /// Asked for again, it closes at the earliest of the times. A write that the system never ends is waited for
    /// without a limit; a caller that has one keeps it by itself.
    public func close(within limit: Duration, then handler: @escaping @Sendable () -> Void) {
        let isKept = state.queue.withLock { $0.keep(closedHandler: handler) }
        state.close(within: limit)
        if !isKept { handler() }
    }

    /// What the recording lacks: every line that was appended and is not written. Nil where that is none.
    public var loss: EventLoss? {
        let (count, reason) = state.queue.withLock { ($0.unwritten, $0.lastFailure) }
        return count == 0 ? nil : EventLoss(count: count, destination: state.destination.name, reason: reason)
    }

    /// How many lines were written and lost until now.
    public var counters: Counters {
        state.queue.withLock { $0.counters }
    }

    /// How many lines fared how.
    public struct Counters: Hashable, Sendable {
        /// Lines that the destination took.
        public internal(set) var written = 0
        /// Lines that found no room, or that were still waiting at the end.
        public internal(set) var lost = 0
    }

    /// Kinds of destinations.
    public enum Destination: Hashable, Sendable {
        /// A file, appended to; or a FIFO that somebody reads.
        case file(String)
        /// A descriptor that is open already and stays so, with a name for sentences.
        case descriptor(Int32, name: String)

        /// Standard output.
        public static let standardOutput = Destination.descriptor(1, name: "standard output")

        /// What a person calls it: a path, or `standard output`.
        public var name: String {
            switch self {
            case .file(let path): return path
            case .descriptor(_, let name): return name
            }
        }
    }
}

/// Why events cannot be written at all.
public struct EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, or `standard output`.
    public var destination: String
    /// The system's words, `Permission denied`.
    public var reason: String

    /// One sentence that names the destination.
    public var description: String {
        "The events cannot be written to \(destination): \(reason)."
    }
}
