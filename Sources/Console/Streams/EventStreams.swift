import HTTPServer
import JSONWriting

/// A connection to which a stream of events is sent.
protocol EventStreamReader: AnyObject {
    /// The number of bytes that the reader has not taken yet.
    var pendingBytes: Int { get }
    /// Sends bytes.
    func send(_ bytes: [UInt8])
    /// Ends the connection. Its end may call `EventStreams.remove`, so the streams never call this method themselves.
    func drop()
}

extension ServerConnection: EventStreamReader {}

/// All streams of events, by which open pages get the changes of the rows and the status.
///
/// A reader gets the changes since its last batch, at most four times a second. The next batch is sent only after the
/// reader has received the last one. A slow reader therefore gets fewer and larger batches, and never has more than one
/// in memory. A reader that receives nothing for a while is disconnected. When the reader connects again, it names the
/// last event that it knows.
struct EventStreams {
    /// The streams, by the identity of their reader.
    private var streams: [ObjectIdentifier: Stream] = [:]
    /// The time after which a reader that takes nothing is disconnected, in milliseconds.
    private let stallLimit: Int64

    /// The usual time after which a reader that takes nothing is disconnected, in milliseconds.
    static let stallLimit: Int64 = 20_000
    /// The time between two batches, in milliseconds.
    static let interval: Int64 = 250
    /// The time after which a stream without events gets a comment, in milliseconds.
    static let silence: Int64 = 15_000
    /// The largest number of streams.
    static let limit = 32
    /// The largest batch in bytes. A reader of a larger one is told to read all rows again.
    static let batchLimit = 4 * 1024 * 1024

    init(stallLimit: Int64 = Self.stallLimit) {
        self.stallLimit = stallLimit
    }

    /// Whether there is room for another stream.
    var hasRoom: Bool { streams.count < Self.limit }
    /// Whether there is no stream.
    var isEmpty: Bool { streams.isEmpty }

    /// Begins a stream after the last event that the reader knows. Returns the first bytes, which the caller sends.
    ///
    /// - Parameter now: The time in milliseconds of a monotonic clock, here and below.
    mutating func open(
        _ reader: any EventStreamReader, after lastEvent: StreamPosition?, from source: any ConsoleSource, at now: Int64
    ) -> [UInt8] {
        let present = StreamPosition(session: source.session, revision: source.revision)
        // A browser waits a second before it opens a broken stream again.
        var text = Array("retry: 1000\n\n".utf8)
        var stream = Stream(reader: reader, revision: present.revision, sentAt: now, takenAt: now)
        if let lastEvent, lastEvent.session == present.session, lastEvent.revision <= present.revision {
            ServerSentEvent.append("hello", id: lastEvent, data: present.json, to: &text)
            stream.revision = lastEvent.revision
        } else {
            ServerSentEvent.append("hello", id: present, data: present.json, to: &text)
            if lastEvent != nil { ServerSentEvent.append("reset", id: present, data: present.json, to: &text) }
        }
        ServerSentEvent.append("status", id: nil, data: source.status(), to: &text)
        streams[ObjectIdentifier(reader)] = stream
        return text
    }

    /// Whether a reader has not been sent a revision yet.
    func lacks(_ revision: UInt64) -> Bool {
        streams.values.contains { $0.revision < revision }
    }

    /// Removes a reader whose connection has ended.
    mutating func remove(_ reader: any EventStreamReader) {
        streams[ObjectIdentifier(reader)] = nil
    }

    /// Sends the changes to all readers that have received their last batch. Removes and returns the readers that take
    /// nothing. The caller drops these afterwards, because a connection that ends changes the streams.
    mutating func send(from source: any ConsoleSource, at now: Int64) -> [any EventStreamReader] {
        guard !streams.isEmpty else { return [] }
        var stuck: [any EventStreamReader] = []
        // Most readers know the same revision, and get the same batch.
        var batches: [UInt64: [UInt8]] = [:]
        let revision = source.revision
        for (identity, var stream) in streams {
            stream.notePendingBytes(at: now)
            if stream.pendingBytes > 0 {
                let isStuck = now - stream.takenAt >= stallLimit
                streams[identity] = isStuck ? nil : stream
                if isStuck { stuck.append(stream.reader) }
                continue
            }
            if stream.revision < revision {
                let batch = batches[stream.revision] ?? Self.batch(after: stream.revision, from: source)
                batches[stream.revision] = batch
                stream.send(batch, at: now)
                stream.revision = revision
            } else if now - stream.sentAt >= Self.silence {
                stream.send(ServerSentEvent.comment, at: now)
            }
            streams[identity] = stream
        }
        return stuck
    }

    /// The events for a reader that knows the changes up to a revision.
    private static func batch(after revision: UInt64, from source: any ConsoleSource) -> [UInt8] {
        let present = StreamPosition(session: source.session, revision: source.revision)
        var text: [UInt8] = []
        if let rows = source.changes(since: revision), rows.count <= batchLimit {
            ServerSentEvent.append("rows", id: present, data: rows, to: &text)
        } else {
            ServerSentEvent.append("reset", id: present, data: present.json, to: &text)
        }
        ServerSentEvent.append("status", id: nil, data: source.status(), to: &text)
        return text
    }
}

extension EventStreams {
    /// One stream. Times are in milliseconds of a monotonic clock.
    private struct Stream {
        let reader: any EventStreamReader
        /// The last revision that was sent to the reader.
        var revision: UInt64
        /// The time at which the last bytes were sent.
        var sentAt: Int64
        /// The time at which the reader last took something.
        var takenAt: Int64
        /// The number of bytes that the reader had not taken at the last call of `notePendingBytes` or `send`.
        var pendingBytes = 0

        /// Notes whether the reader has taken something since the last call.
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
