/// The text of server-sent events (WHATWG HTML §9.2).
enum ServerSentEvent {
    /// A comment, which readers ignore. Comments keep a connection alive and find out whether there is still a reader.
    static let comment = Array(": \n\n".utf8)

    /// Appends an event with one line of data. A line feed in the data begins another line of it.
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

/// The last event that a reader of a stream knows: the session and its revision, as in the `id` of events.
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

    /// A position of a session other than this one.
    static let ofAnotherSession = StreamPosition(session: "", revision: 0)

    /// The `id` of an event: `SESSION-REVISION`.
    var description: String { "\(session)-\(revision)" }
}
