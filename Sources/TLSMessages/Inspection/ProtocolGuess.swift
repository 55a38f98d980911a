/// A guess at the protocol of one side, from its first bytes.
///
/// At most as many bytes are kept as the longest text below has.
struct ProtocolGuess {
    /// The protocol of a client.
    enum Client: Hashable {
        case tls
        case ssl2
        case cleartext(CleartextProtocol)
    }

    /// The protocol of a server.
    enum Server: Hashable {
        case tls
        case ssl2
        case banner(Banner)
    }

    /// The first bytes so far.
    private(set) var bytes: [UInt8] = []

    /// Consumes bytes from the offset on and advances it. At least one byte must be there.
    ///
    /// Of a text, all bytes up to the length of the longest known text are consumed. Of a record or a hello of SSL 2.0,
    /// each call consumes one byte, because the reader of records continues behind the byte that decides.
    mutating func take(_ input: Span<UInt8>, at offset: inout Int) {
        // The array grows once instead of byte by byte.
        if bytes.isEmpty { bytes.reserveCapacity(Self.longestText) }
        repeat {
            bytes.append(input[offset])
            offset += 1
        } while isText && bytes.count < Self.longestText && offset < input.count
    }

    /// Whether the bytes are certain to be text: they begin neither a record nor a hello of SSL 2.0.
    private var isText: Bool {
        switch record {
        case .other: return bytes.first.map { $0 & 0x80 == 0 } ?? false
        case .undecided, .tls: return false
        }
    }

    /// The size of the longest text below, `PRI * HTTP/2.0`, in bytes.
    private static let longestText = 14

    /// The protocol of a client with these first bytes; nil while several are possible.
    var client: Client? {
        switch record {
        case .undecided: return nil
        case .tls: return .tls
        case .other: break
        }
        if let first = bytes.first, first & 0x80 != 0 {
            // Two bytes of length with the high bit set, the type CLIENT-HELLO (1), the version 0.2 or 3.x (RFC 5246
            // §E.2).
            if bytes.count >= 3, bytes[2] != 1 { return .cleartext(.other) }
            guard bytes.count >= 4 else { return nil }
            return bytes[3] == 0 || bytes[3] == 3 ? .ssl2 : .cleartext(.other)
        }
        switch match(Self.clientTexts) {
        case .undecided: return nil
        case .text(let cleartext): return .cleartext(cleartext)
        case .none: return .cleartext(.other)
        }
    }

    /// The protocol of a server with these first bytes; nil while several are possible.
    var server: Server? {
        switch record {
        case .undecided: return nil
        case .tls: return .tls
        case .other: break
        }
        if let first = bytes.first, first & 0x80 != 0 {
            guard bytes.count >= 3 else { return nil }
            // The type SERVER-HELLO.
            return bytes[2] == 4 ? .ssl2 : .banner(.other)
        }
        switch match(Self.serverTexts) {
        case .undecided: return nil
        case .text(let banner): return .banner(banner)
        case .none: return .banner(.other)
        }
    }

    private enum Record { case undecided, tls, other }

    /// Whether the bytes begin a record. The first record of either side is a handshake message or an alert, and its
    /// version is 3.x (RFC 8446 §5.1).
    private var record: Record {
        guard let first = bytes.first else { return .undecided }
        guard first == ContentType.handshake.rawValue || first == ContentType.alert.rawValue else { return .other }
        guard bytes.count >= 2 else { return .undecided }
        return bytes[1] == 3 ? .tls : .other
    }

    private enum Match<Value> {
        case undecided
        case text(Value)
        case none
    }

    private func match<Value>(_ texts: [(text: StaticString, value: Value)]) -> Match<Value> {
        var isUndecided = false
        for index in texts.indices {
            let text = texts[index].text
            let common = min(bytes.count, text.utf8CodeUnitCount)
            guard (0..<common).allSatisfy({ bytes[$0] == text.utf8Start[$0] }) else { continue }
            if common == text.utf8CodeUnitCount { return .text(texts[index].value) }
            isUndecided = true
        }
        return isUndecided ? .undecided : .none
    }

    /// Texts that clients begin with. The methods are in the IANA registry "HTTP Methods", and a space ends each
    /// (RFC 9112 §3).
    private static let clientTexts: [(text: StaticString, value: CleartextProtocol)] =
        [("PRI * HTTP/2.0", .http2), ("SSH-", .ssh)]
        + ([
            "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "CONNECT ", "OPTIONS ", "TRACE ", "PATCH ", "PROPFIND ",
            "PROPPATCH ", "MKCOL ", "COPY ", "MOVE ", "LOCK ", "UNLOCK ", "REPORT ", "SEARCH ", "QUERY ",
        ] as [StaticString]).map { ($0, .http(method: String("\($0)".dropLast()))) }

    /// Texts that servers begin with.
    private static let serverTexts: [(text: StaticString, value: Banner)] = [
        ("SSH-", .ssh), ("220 ", .smtp), ("220-", .smtp), ("* OK", .imap), ("+OK", .pop3),
    ]
}
