import TransportSecurity

/// The way in which the end of a message's body is found (RFC 9112 §6.3).
///
/// RFC 9112 lets recipients repair some ambiguities, such as repeated equal Content-Lengths. This proxy repairs none: a
/// message that two recipients could read in two ways is refused.
enum BodyFraming: Hashable, Sendable {
    /// There is no body.
    case none
    /// The body has this many bytes, at least one and fewer than 2^63.
    case length(UInt64)
    /// The body is in chunks.
    case chunked
    /// The body is in chunks, and their content is in a further transfer coding, which the proxy does not decode.
    case encodedChunked
    /// The body ends with the connection. For responses only.
    case untilClose

    /// The framing of a request's body.
    init(request fields: Fields, version: HTTPVersion, isConnect: Bool) throws(RequestError) {
        switch Self.declared(in: fields, version: version) {
        case .ambiguous?: throw .framing
        case nil: self = .none
        case .framed(let framing)?:
            // RFC 9110 §9.3.6: content of a CONNECT has no meaning, and could be taken for the first bytes of the
            // tunnel.
            guard !isConnect || framing == .none else { throw .framing }
            self = framing
        }
    }

    /// The framing of a response's body. `isHead` is whether the method of the request was HEAD.
    init(response fields: Fields, version: HTTPVersion, status: UInt16, isHead: Bool) throws(UpstreamError) {
        let declared = Self.declared(in: fields, version: version)
        if case .ambiguous? = declared { throw .malformedResponse }
        if isHead || status < 200 || status == 204 || status == 304 {
            self = .none
        } else if case .framed(let framing)? = declared {
            self = framing
        } else {
            self = .untilClose
        }
    }

    private enum Declaration {
        case framed(BodyFraming)
        case ambiguous
    }

    private static func declared(in fields: Fields, version: HTTPVersion) -> Declaration? {
        let codings = fields.count(of: .transferEncoding)
        let lengths = fields.count(of: .contentLength)
        if codings == 0, lengths == 0 { return nil }
        guard codings + lengths == 1 else { return .ambiguous }
        if let coding = fields.first(.transferEncoding) {
            // HTTP/1.0 has no transfer codings. A message that has one anyway is framed wrongly (RFC 9112 §6.1).
            guard version == .http1_1, let framing = framing(coding) else { return .ambiguous }
            return .framed(framing)
        }
        guard let text = fields.first(.contentLength), let length = length(text) else { return .ambiguous }
        return .framed(length == 0 ? .none : .length(length))
    }

    /// The framing by a list of transfer codings that ends in `chunked` (RFC 9112 §6.1). `nil` if `chunked` is not the
    /// last one, if a coding is not registered or has parameters, or if a member of the list is empty.
    ///
    /// A recipient that does not know a coding cannot read the body, and one that reads the list in another way finds
    /// another length. Therefore only registered codings pass (RFC 9112 §12.3), and only in one field.
    private static func framing(_ list: ArraySlice<UInt8>) -> BodyFraming? {
        if list.equals(ignoringCase: "chunked") { return .chunked }
        var codings = list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.trimmed)
        guard let last = codings.popLast(), last.equals(ignoringCase: "chunked") else { return nil }
        guard codings.allSatisfy(isContentCoding) else { return nil }
        return .encodedChunked
    }

    /// Whether a transfer coding is one of the registered ones that compress.
    private static func isContentCoding(_ coding: ArraySlice<UInt8>) -> Bool {
        let known: [StaticString] = ["gzip", "deflate", "compress", "x-gzip", "x-compress"]
        return known.contains { coding.equals(ignoringCase: $0) }
    }

    private static func length(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard (1...19).contains(text.count) else { return nil }
        var value: UInt64 = 0
        for digit in text {
            guard digit.isDigit else { return nil }
            value = value * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return value <= UInt64(Int64.max) ? value : nil
    }
}
