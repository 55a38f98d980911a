import HTTPServer
import JSONWriting

/// A connection that takes a stream of events.
protocol EventStreamReader: AnyObject {
    /// The number of bytes that the reader has not taken yet.
    var pendingBytes: Int { get }
    /// Sends bytes.
    func send(_ bytes: [UInt8])
    /// Ends the connection, which may call `EventStreams.remove`. The streams themselves never call it.
    func drop()
}

extension ServerConnection: EventStreamReader {}

/// All streams of events.
///
/// A reader gets the changes since its last batch, at most four times a second. The next batch is sent only after the
/// reader has received the last one: a slow reader has fewer and larger batches, and never more than one in memory. A
/// reader that receives nothing for a while is disconnected, and connects again with the last event that it knows.
struct EventStreams {
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The time after which a reader that takes nothing is disconnected, in milliseconds.
    private let stallLimit: Int64

    /// The usual time after which a reader that takes nothing is disconnected, in milliseconds.
    static let stallLimit: Int64 = 20_000
    /// The time between two batches, in milliseconds.
    static let interval: Int64 = 250
    /// The time after which a silent stream gets a comment, in milliseconds.
    static let silence: Int64 = 15_000
    /// The largest number of streams.
    static let limit = 32
    /// The largest batch in bytes. A reader of a larger one is told to read all rows again.
    static let batchLimit = 4 * 1024 * 1024

    init(stallLimit: Int64 = Self.stallLimit) {
        self.stallLimit = stallLimit
    }

    /// Whether there is room for another stream.
    var hasRoom: Bool { entries.count < Self.limit }
    /// Whether there is no stream.
    var isEmpty: Bool { entries.isEmpty }

    /// Begins a stream after the last event that the reader knows. Returns the first bytes, which the caller sends.
    ///
    /// - Parameter now: The time in milliseconds of a monotonic clock, here and below.
    mutating func open(
        _ reader: any EventStreamReader, after known: StreamPosition?, from source: any ConsoleSource, at now: Int64
    ) -> [UInt8] {
        let here = StreamPosition(session: source.session, revision: source.revision)
        var text = Array("retry: 1000\n\n".utf8)
        var entry = Entry(reader: reader, revision: here.revision, sentAt: now, takenAt: now)
        if let known, known.session == here.session, known.revision <= here.revision {
            // The stream goes on after the last event that the reader knows.
            ServerSentEvent.append("hello", id: known, data: here.json, to: &text)
            entry.revision = known.revision
        } else {
            ServerSentEvent.append("hello", id: here, data: here.json, to: &text)
            if known != nil { ServerSentEvent.append("reset", id: here, data: here.json, to: &text) }
        }
        ServerSentEvent.append("status", id: nil, data: source.status(), to: &text)
        entries[ObjectIdentifier(reader)] = entry
        return text
    }

    /// Whether there is a reader that does not know a revision.
    func lacks(_ revision: UInt64) -> Bool {
        entries.values.contains { $0.revision < revision }
    }

    /// Removes a reader whose connection has ended.
    mutating func remove(_ reader: any EventStreamReader) {
        entries[ObjectIdentifier(reader)] = nil
    }

    /// Sends the changes to all readers that are ready for them. Removes and returns those that take nothing, which the
    /// caller drops afterwards: a connection that ends changes the streams.
    mutating func send(from source: any ConsoleSource, at now: Int64) -> [any EventStreamReader] {
        guard !entries.isEmpty else { return [] }
        var stuck: [any EventStreamReader] = []
        // Most readers know the same revision, and get the same batch.
        var batches: [UInt64: [UInt8]] = [:]
        let revision = source.revision
        for (identity, var entry) in entries {
            entry.notePendingBytes(at: now)
            if entry.pendingBytes > 0 {
                let isStuck = now - entry.takenAt >= stallLimit
                entries[identity] = isStuck ? nil : entry
                if isStuck { stuck.append(entry.reader) }
                continue
            }
            if entry.revision < revision {
                let batch = batches[entry.revision] ?? Self.batch(after: entry.revision, from: source)
                batches[entry.revision] = batch
                entry.send(batch, at: now)
                entry.revision = revision
            } else if now - entry.sentAt >= Self.silence {
                entry.send(ServerSentEvent.comment, at: now)
            }
            entries[identity] = entry
        }
        return stuck
    }

    /// The events for a reader that knows a revision.
    private static func batch(after revision: UInt64, from source: any ConsoleSource) -> [UInt8] {
        let here = StreamPosition(session: source.session, revision: source.revision)
        var text: [UInt8] = []
        if let rows = source.changes(since: revision), rows.count <= batchLimit {
            ServerSentEvent.append("rows", id: here, data: rows, to: &text)
        } else {
            ServerSentEvent.append("reset", id: here, data: here.json, to: &text)
        }
        ServerSentEvent.append("status", id: nil, data: source.status(), to: &text)
        return text
    }
}

extension EventStreams {
    /// One stream. Times are in milliseconds of a monotonic clock.
    private struct Entry {
        let reader: any EventStreamReader
        /// The last revision that was sent to the reader.
        var revision: UInt64
        /// The time at which the last bytes were sent.
        var sentAt: Int64
        /// The time at which the reader last took something.
        var takenAt: Int64
        /// The number of bytes that the reader had not taken when it was last looked at.
        var pendingBytes = 0

        /// Notes whether the reader has taken something since it was last looked at.
        mutating func notePendingBytes(at now: Int64) {
            let pending = reader.pendingBytes
            if pending < pendingBytes || pending == 0 { takenAt = now }
            pendingBytes = pending
        }

        mutating func send(_ bytes: [UInt8], at now: Int64) {
            reader.send(bytes)
            sentAt = now
            pendingBytes = reader.pendingBytes
        }
    }
}

extension StreamPosition {
    /// The data of the events `hello` and `reset`.
    fileprivate var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("session", session)
            json.member("revision", Int64(clamping: revision))
        }
        return json.bytes
    }
}
