/// What a client sent first into a tunnel where a ClientHello was expected.
public enum CleartextProtocol: Hashable, Sendable {
    /// An HTTP/1 request with that method.
    case http(method: String)
    /// The preface of HTTP/2 with prior knowledge (RFC 9113 §3.4).
    case http2
    /// The identification of an SSH client (RFC 4253 §4.2).
    case ssh
    /// Something else.
    case other
}

/// What a server sent that speaks before its client.
public enum Banner: Hashable, Sendable {
    /// The identification of an SSH server (RFC 4253 §4.2).
    case ssh
    /// A greeting 220: SMTP (RFC 5321 §4.2), also that of FTP, which looks the same.
    case smtp
    /// A greeting `* OK`: IMAP (RFC 9051 §7.1).
    case imap
    /// A greeting `+OK`: POP3 (RFC 1939 §4).
    case pop3
    /// Something else.
    case other
}

/// The first bytes of one side, kept until they tell what it speaks: at most as many as the longest text below.
struct ProtocolGuess {
    /// What a client speaks.
    enum Client: Hashable {
        case tls
        case ssl2
        case cleartext(CleartextProtocol)
    }

    /// What a server speaks.
    enum Server: Hashable {
        case tls
        case ssl2
        case banner(Banner)
    }

    private(set) var bytes: [UInt8] = []

    /// Takes the byte at that offset; of a text as many as tell it from all others, since nobody needs them again.
    mutating func take(_ input: Span<UInt8>, at offset: inout Int) {
        // Grown once, and not byte by byte.
        if bytes.isEmpty { bytes.reserveCapacity(Self.longestText) }
        repeat {
            bytes.append(input[offset])
            offset += 1
        } while isText && bytes.count < Self.longestText && offset < input.count
    }

    /// Whether these bytes can begin neither a record nor a hello of SSL 2.0.
    private var isText: Bool {
        switch record {
        case .other: return bytes.first.map { $0 & 0x80 == 0 } ?? false
        case .undecided, .tls: return false
        }
    }

    /// How many bytes the preface of HTTP/2 has.
    private static let longestText = 14

    /// What a client with this opening speaks; nil while it could still be several.
    var client: Client? {
        switch record {
        case .undecided: return nil
        case .tls: return .tls
        case .other: break
        }
        if let first = bytes.first, first & 0x80 != 0 {
            // A length with its high bit set, CLIENT-HELLO, version 0.2 or 3.x (RFC 5246 §E.2).
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

    /// What a server with this opening speaks; nil while it could still be several.
    var server: Server? {
        switch record {
        case .undecided: return nil
        case .tls: return .tls
        case .other: break
        }
        if let first = bytes.first, first & 0x80 != 0 {
            guard bytes.count >= 3 else { return nil }
            return bytes[2] == 4 ? .ssl2 : .banner(.other)
        }
        switch match(Self.serverTexts) {
        case .undecided: return nil
        case .text(let banner): return .banner(banner)
        case .none: return .banner(.other)
        }
    }

    private enum Record { case undecided, tls, other }

    /// Both sides of TLS begin with a record of a handshake message or an alert, of a version 3.x.
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

    /// Methods of the IANA registry "HTTP Methods" that clients of a tunnel use; each ends at a blank (RFC 9112 §3).
    private static let clientTexts: [(text: StaticString, value: CleartextProtocol)] =
        [("PRI * HTTP/2.0", .http2), ("SSH-", .ssh)]
        + ([
            "GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "CONNECT ", "OPTIONS ", "TRACE ", "PATCH ", "PROPFIND ",
            "PROPPATCH ", "MKCOL ", "COPY ", "MOVE ", "LOCK ", "UNLOCK ", "REPORT ", "SEARCH ", "QUERY ",
        ] as [StaticString]).map { ($0, .http(method: String("\($0)".dropLast()))) }

    private static let serverTexts: [(text: StaticString, value: Banner)] = [
        ("SSH-", .ssh), ("220 ", .smtp), ("220-", .smtp), ("* OK", .imap), ("+OK", .pop3),
    ]
}
