/// Writes server-sent events (WHATWG HTML §9.2), such as
///
///     event: rows
///     id: 5f2c0e-17
///     data: {"revision":17,"rows":[]}
///
enum ServerSentEvent {
    /// A comment, which readers ignore. A comment keeps the connection alive, and fails if the reader has gone.
    static let comment = Array(": \n\n".utf8)

    /// Appends an event. Each line of the data becomes a line of the event.
    static func append(_ name: String, id: StreamPosition?, data: [UInt8], to text: inout [UInt8]) {
        text += "event: \(name)\n".utf8
        if let id { text += "id: \(id)\n".utf8 }
        for line in data.split(separator: 0x0A, omittingEmptySubsequences: false) {
            text += "data: ".utf8
            text += line
            text.append(0x0A)
        }
        text.append(0x0A)
    }
}

/// The position in the stream of events after which a reader needs further events: a session and a revision of the
/// rows. An event with changes has its position as `id`. A reader that connects again sends the last one.
struct StreamPosition: Hashable, Sendable, CustomStringConvertible {
    /// The identifier of the session of the console; empty in `ofAnotherSession`.
    var session: String
    /// The revision of the traffic that the event describes.
    var revision: UInt64

    /// Creates a position.
    init(session: String, revision: UInt64) {
        self.session = session
        self.revision = revision
    }

    /// Reads `SESSION-REVISION`; nil for any other text.
    init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"), let revision = UInt64(text[text.index(after: dash)...]) else {
            return nil
        }
        self.init(session: String(text[..<dash]), revision: revision)
    }

    /// A position that belongs to no session, for a reader whose own position cannot be read. The reader must read all
    /// rows again.
    static let ofAnotherSession = StreamPosition(session: "", revision: 0)

    /// The `id` of an event: `SESSION-REVISION`.
    var description: String { "\(session)-\(revision)" }
}
