import Events
import JSONWriting
import Networking
import Synchronization
import TransportSecurity

/// Writes events to a file, to segments in a directory, to standard output or to a pipe, on a thread of its own.
///
/// `EventLog` is the main type of the module `Recording`, with which a proxy writes its recording. The module
/// `Recordings` reads recordings, and `RecordingInputs` finds the recordings that a command names.
///
/// Appending never blocks. Lines wait in a queue of limited size; a line that does not fit is counted as lost. After a
/// failed write, the same line is written again later. Lines are written completely or not at all. When writing
/// resumes, an event `lost` says how many lines are missing. In the end, each appended line is counted as either
/// written or lost. Bytes that a pipe accepted count as written, even if the reader never reads them.
public final class EventLog: Sendable {
    private let state: EventLogState
    /// Whether each file repeats the lines of earlier files that its decisions refer to, because the log may consist of
    /// several files over time.
    public let repeatsLines: Bool

    /// Opens the destination and starts the writer's thread. Throws an error if the destination cannot be opened.
    ///
    /// The directory of segments is created if it is missing. Segments of earlier processes are compressed.
    ///
    /// - Parameters:
    ///   - capacity: The limit for waiting lines, in bytes. A stop writes a line for each open load at once, up to
    ///     10,000 of about 1 KB.
    ///   - retryInterval: The time to wait after a failed write.
    ///   - lossReport: The line, without a line feed, that reports a loss; by default an event `lost`.
    ///   - warn: Receives a sentence about a problem, on the writer's thread: at the first loss, and otherwise at most
    ///     once a minute.
    public init(
        _ destination: Destination, capacity: Int = 24 << 20, retryInterval: Duration = .seconds(1),
        lossReport: @escaping @Sendable (LostEvent) -> [UInt8] = \.line,
        warn: @escaping @Sendable (String) -> Void = EventLog.warnOnStandardError
    ) throws(EventLogError) {
        do {
            state = try EventLogState(
                destination: destination, capacity: capacity, retryInterval: retryInterval, lossReport: lossReport,
                warn: warn)
            if case .segments(let settings) = destination {
                repeatsLines = true
                let files = try SegmentFiles(settings, SegmentClock(), warn: warn)
                let writer = try EventLogWriter(state, files)
                try files.start()
                try Self.start(writer)
            } else {
                if case .file = destination { repeatsLines = true } else { repeatsLines = false }
                try Self.start(EventLogWriter(state, SingleLogFile(destination)))
            }
        } catch {
            throw EventLogError(destination: destination.name, reason: error.text)
        }
    }

    deinit {
        state.close(within: .zero)
    }

    /// Starts a thread that runs a writer. The thread takes the only copy of the writer: a second copy would keep the
    /// first file open as long as the log exists.
    private static func start(_ writer: EventLogWriter<some LogFiles>) throws(SystemError) {
        let handover = Mutex(Optional(writer))
        try SystemThread.start(named: "event-log") {
            guard var writer = handover.withLock({ $0.take() }) else { return }
            writer.run()
        }
    }

    /// Appends an event without blocking. If the queue is full, the event is counted as lost.
    ///
    /// - Parameter role: The relation of the event to others; nil if there is none. Only a log that repeats lines
    ///   evaluates it.
    public func append(_ event: some JSONWritable, as role: @autoclosure () -> LineRole? = nil) {
        var json = JSONWriter()
        append(event, in: &json, as: role())
    }

    /// Appends an event by means of the given writer, which is empty afterwards. Frequent callers save allocations in
    /// this way, because the writer's memory is reused.
    public func append(
        _ event: some JSONWritable, in json: inout JSONWriter, as role: @autoclosure () -> LineRole? = nil
    ) {
        event.write(to: &json)
        let role = repeatsLines ? role() : nil
        json.withLine { state.append($0, as: role) }
        json.removeAll()
    }

    /// Appends a line without line feeds. If the queue is full, the line is counted as lost.
    public func append(line: [UInt8]) {
        (line + [0x0A]).withUnsafeBufferPointer { state.append($0, as: nil) }
    }

    /// Waits until all lines that were accepted before this call are written. Returns false if that takes too long or
    /// fails.
    @discardableResult public func flush(within limit: Duration) -> Bool {
        state.flush(within: limit)
    }

    /// Reopens the file under its name after the lines appended before, for log rotation. In a directory of segments,
    /// the segment ends after these lines.
    public func reopen() {
        state.reopen()
    }

    /// Writes the waiting lines and stops, without waiting. The handler is called on the writer's thread once the log
    /// is closed.
    ///
    /// A destination that accepts nothing gets the time `limit`. Lines that are left then, and lines appended later,
    /// are lost. The recording reports the loss if it can still be written. If there are several calls, the earliest
    /// time limit applies. A write that the system never completes delays the handler without limit.
    public func close(within limit: Duration, then handler: @escaping @Sendable () -> Void) {
        let isKept = state.queue.withLock { $0.keep(closedHandler: handler) }
        state.close(within: limit)
        if !isKept { handler() }
    }

    /// The lines that were appended and are not written; nil if there are none.
    public var loss: EventLoss? {
        let (count, reason) = state.queue.withLock { ($0.unwritten, $0.lastFailure) }
        return count == 0 ? nil : EventLoss(count: count, destination: state.destination.name, reason: reason)
    }

    /// The numbers of lines written and lost so far.
    public var counters: Counters {
        state.queue.withLock { $0.counters }
    }

    /// The number of lines that wait to be written now.
    public var waitingCount: Int {
        state.queue.withLock { $0.accepted - $0.counters.written }
    }

    /// Numbers of lines by outcome.
    public struct Counters: Hashable, Sendable {
        /// Lines that the destination accepted.
        public internal(set) var written = 0
        /// Lines that did not fit in the queue, or were still waiting when the log was closed.
        public internal(set) var lost = 0
    }

    /// Kinds of destinations.
    public enum Destination: Hashable, Sendable {
        /// A file to append to, or a named pipe with a reader.
        case file(String)
        /// A directory, in which one file after the other is written.
        case segments(SegmentSettings)
        /// A descriptor that is already open, with a name for messages. The log writes to a duplicate of it (dup(2)).
        case descriptor(Int32, name: String)

        /// Standard output.
        public static let standardOutput = Destination.descriptor(1, name: "standard output")

        /// The name for messages: a path or `standard output`.
        public var name: String {
            switch self {
            case .file(let path): return path
            case .segments(let settings): return settings.directory
            case .descriptor(_, let name): return name
            }
        }
    }
}

/// The error that a destination of events cannot be opened.
public struct EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, or `standard output`.
    public var destination: String
    /// The system's error text, such as `Permission denied`.
    public var reason: String

    /// Creates the error.
    package init(destination: String, reason: String) {
        self.destination = destination
        self.reason = reason
    }

    /// A sentence that names the destination and the reason.
    public var description: String {
        "The events cannot be written to \(destination): \(reason)."
    }
}

/// The events that are missing in a recording because its destination did not accept them.
public struct EventLoss: Hashable, Sendable, CustomStringConvertible {
    /// The number of events.
    public var count: Int
    /// The path, or `standard output`.
    public var destination: String
    /// The system's error text for the last failed write; nil if no write failed and events came too fast.
    public var reason: String?

    /// Creates a loss of a number of events.
    public init(count: Int, destination: String, reason: String?) {
        self.count = count
        self.destination = destination
        self.reason = reason
    }

    /// A sentence with the count, the destination and the reason.
    public var description: String {
        let events = count == 1 ? "1 event" : "\(count) events"
        return "\(events) could not be written to \(destination): \(reason ?? "it does not take them fast enough")."
    }
}
