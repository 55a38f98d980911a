/// The head of a response (RFC 9112 §4).
struct ResponseHead: Sendable {
    /// The version of the origin.
    let version: HTTPVersion
    /// The status code, 100 to 599.
    let status: UInt16
    /// The status code and the reason phrase in the origin's spelling. Without a phrase, the space before it may be
    /// missing.
    let statusText: ArraySlice<UInt8>
    /// All fields.
    let fields: Fields
    /// The connection options of the origin.
    let options: ConnectionOptions

    /// Reads a head from its status line, without CRLF, and its fields.
    init(_ line: ArraySlice<UInt8>, fields: Fields) throws(UpstreamError) {
        let statusLine = try StatusLine(line)
        guard let options = ConnectionOptions(fields) else { throw .malformedResponse }
        version = statusLine.version
        status = statusLine.status
        statusText = statusLine.text
        self.fields = fields
        self.options = options
    }

    /// Whether another response follows for the same request (RFC 9110 §15.2).
    var isInterim: Bool { status < 200 }
}

/// The parts of `HTTP-version SP status-code SP [ reason-phrase ]`. The last space may be missing without a reason
/// phrase, because many servers omit it.
struct StatusLine {
    let version: HTTPVersion
    let status: UInt16
    /// The text after the version and its space.
    let text: ArraySlice<UInt8>

    /// Reads a line without its CRLF.
    init(_ line: ArraySlice<UInt8>) throws(UpstreamError) {
        guard line.count >= 12, let version = HTTPVersion(line.prefix(8)) else { throw .malformedResponse }
        let digits = line.dropFirst(9).prefix(3)
        let rest = line.dropFirst(12)
        guard line.dropFirst(8).first == 0x20, rest.isEmpty || rest.first == 0x20, digits.allSatisfy(\.isDigit) else {
            throw .malformedResponse
        }
        let status = digits.reduce(0 as UInt16) { $0 * 10 + UInt16($1 - UInt8(ascii: "0")) }
        guard (100...599).contains(status), rest.allSatisfy(\.isFieldContent) else { throw .malformedResponse }
        self.version = version
        self.status = status
        text = line.dropFirst(9)
    }
}
