/// The head of a response (RFC 9112 §4).
struct ResponseHead: Sendable {
    /// The version of the origin.
    let version: HTTPVersion
    /// The status code: 100 to 599, or 100 to 999 if the response was read leniently.
    let status: UInt16
    /// The status code and the reason phrase in the origin's spelling. Without a phrase, the space before it may be
    /// missing.
    let statusText: ArraySlice<UInt8>
    /// All fields.
    let fields: Fields
    /// The connection options of the origin.
    let options: ConnectionOptions
    /// Whether the origin's head differs from RFC 9112, and was mended.
    let isMended: Bool

    /// Reads a head from its status line, without CRLF, and its fields.
    init(
        _ line: ArraySlice<UInt8>, fields: Fields, by grammar: ResponseGrammar = .strict, isMended: Bool = false
    ) throws(UpstreamError) {
        let statusLine = try StatusLine(line, by: grammar)
        guard let options = ConnectionOptions(fields) else { throw .malformedResponse }
        version = statusLine.version
        status = statusLine.status
        statusText = statusLine.text
        self.fields = fields
        self.options = options
        let framingIsMended = grammar == .lenient && fields.framesResponseAmbiguously(in: version)
        self.isMended = isMended || statusLine.isMended || framingIsMended
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
    /// Whether the line differs from RFC 9112 §4, and was mended.
    let isMended: Bool

    /// Reads a line without its CRLF.
    init(_ line: ArraySlice<UInt8>, by grammar: ResponseGrammar) throws(UpstreamError) {
        do throws(UpstreamError) {
            try self.init(line)
        } catch {
            guard grammar == .lenient else { throw error }
            try self.init(mending: line)
        }
    }

    private init(_ line: ArraySlice<UInt8>) throws(UpstreamError) {
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
        isMended = false
    }

    /// Reads status lines that lenient clients accept: `http` in any case, more than one blank, and status codes up to
    /// 999, which RFC 9110 §15 tells clients to take for 5xx. `ICY` is the protocol of SHOUTcast servers, and counts as
    /// HTTP/1.0.
    private init(mending line: ArraySlice<UInt8>) throws(UpstreamError) {
        guard let blank = line.firstIndex(where: \.isBlank), let version = Self.version(line[..<blank]) else {
            throw .malformedResponse
        }
        let rest = line[blank...].trimmed
        let digits = rest.prefix(3)
        let phrase = rest.dropFirst(3)
        guard digits.count == 3, digits.allSatisfy(\.isDigit), digits.first != UInt8(ascii: "0"),
            phrase.first?.isBlank != false, phrase.allSatisfy(\.isFieldContent)
        else { throw .malformedResponse }
        self.version = version
        status = digits.reduce(0) { $0 * 10 + UInt16($1 - UInt8(ascii: "0")) }
        text = digits + [0x20] + phrase.trimmed
        isMended = true
    }

    private static func version(_ text: ArraySlice<UInt8>) -> HTTPVersion? {
        if text.equals("ICY") { return .http1_0 }
        guard text.prefix(5).equals(ignoringCase: "HTTP/") else { return nil }
        return HTTPVersion(Array("HTTP/".utf8) + text.dropFirst(5))
    }
}
