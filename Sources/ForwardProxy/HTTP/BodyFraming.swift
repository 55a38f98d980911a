import TransportSecurity

/// How the end of a message's body is found (RFC 9112 §6.3).
///
/// RFC 9112 lets a recipient repair some ambiguities, such as equal Content-Lengths. Nothing is repaired here: what
/// two readers could read in two ways is refused.
enum BodyFraming: Hashable, Sendable {
    /// There is no body.
    case none
    /// The body has that many bytes, at least one and below 2^63.
    case length(UInt64)
    /// The body is in chunks.
    case chunked
    /// The body ends where the connection ends; of responses alone.
    case untilClose

    /// How the body of a request is framed.
    init(request fields: Fields, version: HTTPVersion, isConnect: Bool) throws(RequestError) {
        switch Self.declared(in: fields, version: version) {
        case .ambiguous?: throw .framing
        case nil: self = .none
        case .framed(let framing)?:
            // RFC 9110 §9.3.6: content in a CONNECT means nothing; it could be taken for the tunnel's first bytes.
            guard !isConnect || framing == .none else { throw .framing }
            self = framing
        }
    }

    /// How the body of a response to a request with or without the method HEAD is framed.
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
            // HTTP/1.0 has no transfer codings; whoever sends one anyway framed it wrongly (RFC 9112 §6.1).
            return coding.equals(ignoringCase: "chunked") && version == .http1_1 ? .framed(.chunked) : .ambiguous
        }
        guard let text = fields.first(.contentLength), let length = length(text) else { return .ambiguous }
        return .framed(length == 0 ? .none : .length(length))
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
