import TransportSecurity

/// The way in which the end of a message's body is found (RFC 9112 §6.3).
///
/// RFC 9112 lets recipients mend some ambiguities, such as repeated equal Content-Lengths. This proxy mends only those
/// of responses that are read leniently. Any other message that two recipients could read in two ways is refused.
public enum BodyFraming: Hashable, Sendable {
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
    public init(request fields: Fields, version: HTTPVersion, isConnect: Bool) throws(RequestError) {
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

    /// The framing of a response's body.
    ///
    /// - Parameter isHead: Whether the method of the request was HEAD.
    public init(
        response fields: Fields, version: HTTPVersion, status: UInt16, isHead: Bool,
        by grammar: ResponseGrammar = .strict
    ) throws(MalformedResponse) {
        let declared = Self.declared(inResponse: fields, version: version, by: grammar)
        if case .ambiguous? = declared { throw MalformedResponse() }
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

    /// The framing that a request declares; nil if it has neither Transfer-Encoding nor Content-Length.
    private static func declared(in fields: Fields, version: HTTPVersion) -> Declaration? {
        let codings = fields.count(of: .transferEncoding)
        let lengths = fields.count(of: .contentLength)
        if codings == 0, lengths == 0 { return nil }
        guard codings + lengths == 1 else { return .ambiguous }
        return declared(inResponse: fields, version: version, by: .strict)
    }

    /// The framing that a response declares. Unlike in a request, transfer codings may stand in several fields (RFC
    /// 9110 §5.3), which are forwarded as one.
    private static func declared(
        inResponse fields: Fields, version: HTTPVersion, by grammar: ResponseGrammar
    ) -> Declaration? {
        if let codings = fields.transferCodings(by: grammar) {
            // HTTP/1.0 has no transfer codings. A message that has one anyway is framed wrongly (RFC 9112 §6.1), and so
            // is one that has a length as well (§6.3). Clients read both by their codings.
            let isStrict = version == .http1_1 && !fields.has(.contentLength)
            guard isStrict || grammar == .lenient, let framing = framing(codings, by: grammar) else {
                return .ambiguous
            }
            return .framed(framing)
        }
        guard fields.has(.contentLength) else { return nil }
        guard let length = fields.contentLength(by: grammar) else { return .ambiguous }
        return .framed(length == 0 ? .none : .length(length))
    }

    /// The framing by transfer codings that end in `chunked` (RFC 9112 §6.1); nil if `chunked` is not the last one, or
    /// if a coding is not registered or has parameters. In a response that is read leniently, a body without `chunked`
    /// ends with the connection (§6.3).
    ///
    /// Only registered codings pass (RFC 9112 §12.3). Two recipients could read another list in two ways, and find two
    /// lengths.
    private static func framing(_ codings: [ArraySlice<UInt8>], by grammar: ResponseGrammar) -> BodyFraming? {
        guard let last = codings.last else { return nil }
        if last.equals(ignoringCase: "chunked") {
            guard codings.count > 1 else { return .chunked }
            return codings.dropLast().allSatisfy(isContentCoding) ? .encodedChunked : nil
        }
        return grammar == .lenient && codings.allSatisfy(isContentCoding) ? .untilClose : nil
    }

    /// Whether a transfer coding is one of the registered ones that compress.
    private static func isContentCoding(_ coding: ArraySlice<UInt8>) -> Bool {
        let known: [StaticString] = ["gzip", "deflate", "compress", "x-gzip", "x-compress"]
        return known.contains { coding.equals(ignoringCase: $0) }
    }
}

extension Fields {
    /// Whether these fields frame a response in a way that RFC 9112 calls faulty, and that a lenient reading mends.
    func framesResponseAmbiguously(in version: HTTPVersion) -> Bool {
        guard has(.transferEncoding) || has(.contentLength) else { return false }
        return (try? BodyFraming(response: self, version: version, status: 200, isHead: false)) == nil
    }
}
