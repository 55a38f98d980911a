import Synchronization
import TransportSecurity

/// Where events go: a file, standard output or a pipe, written by a thread of its own.
///
/// Appending never waits, whatever the destination does: lines gather in a queue of bounded size, and what finds no
/// room is counted. A destination that fails is tried again with the same line; a line is written whole or not at
/// all, and once writing goes on an event `lost` admits how many are missing.
public final class EventLog: Sendable {
    private let state: EventLogState

    /// Opens the destination and starts to write; throws where it cannot be opened.
    ///
    /// - Parameters:
    ///   - capacity: the most bytes that may wait.
    ///   - retryInterval: how long to wait after a failure.
    ///   - admission: the line, without its end, that admits a loss; an event `lost` by default.
    ///   - complain: told one sentence, at most once a minute, about what is wrong; on the writer's thread.
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

    /// Waits until everything appended before is written; false where that took too long or came to nothing.
    @discardableResult public func flush(within limit: Duration) -> Bool {
        state.flush(within: limit)
    }

    /// Opens a file anew under its name, after what was appended before is written, as log rotation asks for.
    public func reopen() {
        state.reopen()
    }

    /// Writes what waits, within that time, and stops; what is left then, and comes later, is lost. False where
    /// something appended before was lost now.
    @discardableResult public func close(within limit: Duration) -> Bool {
        let isFlushed = flush(within: limit)
        guard !state.queue.withLock({ $0.isClosed }) else { return isFlushed }
        state.close(within: isFlushed ? .seconds(1) : .zero)
        state.finished.wait(for: .seconds(1))
        return isFlushed
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
