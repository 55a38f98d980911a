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
