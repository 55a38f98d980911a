/// The fault of a request that is malformed or that this proxy does not forward. The client is at fault. After a
/// malformed request its connection closes.
public enum RequestError: Error, Hashable, Sendable, CaseIterable {
    /// A line ends in a bare LF, or a CR stands alone.
    case lineEnding
    /// The request line is not a method, a target and a version with one space between them.
    case requestLine
    /// The client sends TLS to the proxy itself, which speaks HTTP.
    case tls
    /// The version is not HTTP/1.0 or HTTP/1.1.
    case version
    /// The target is not a URI, or not of the form that the method requires.
    case target
    /// An absolute-form target with a scheme other than `http` or `ws`.
    case scheme
    /// An absolute `https:` or `wss:` target, which would be sent in cleartext.
    case secureScheme
    /// A malformed field line: obs-fold, a blank before the colon, or a control character.
    case fieldLine
    /// HTTP/1.1 without Host, more than one Host, or a Host that is not an authority.
    case host
    /// A body whose length is ambiguous, or not stated as RFC 9112 §6 requires.
    case framing
    /// Too many connection options.
    case connectionOptions
    /// The chunked body breaks RFC 9112 §7.1.
    case chunkedBody
    /// A TRACE (RFC 9110 §9.3.8). Its response would hold the fields of the request, with passwords for later proxies.
    case trace
    /// The client closed its side before the request was complete.
    case incomplete
    /// The request line is longer than `MessageLimits.startLine`.
    case targetTooLong
    /// The head is larger than `MessageLimits.head`.
    case headTooLarge
    /// There are more fields than `MessageLimits.fieldCount`.
    case tooManyFields
    /// The request did not become complete in time.
    case timedOut

    /// The status code that the client gets.
    public var status: UInt16 {
        switch self {
        case .lineEnding, .requestLine, .tls, .version, .target, .scheme, .secureScheme, .fieldLine, .host, .framing,
            .connectionOptions, .chunkedBody, .incomplete:
            return 400
        case .trace: return 405
        case .timedOut: return 408
        case .targetTooLong: return 414
        case .headTooLarge, .tooManyFields: return 431
        }
    }

    /// The fault in one sentence for people.
    public var message: String {
        switch self {
        case .lineEnding: return "A line of the request does not end in CR LF."
        case .requestLine: return "The request line is not METHOD TARGET HTTP/1.1 with one space between them."
        case .tls:
            return "The client sent TLS, and this listener speaks HTTP: give clients an http:// URL of the proxy, and "
                + "send redirected connections to an address of --listen-transparent."
        case .version: return "This proxy speaks HTTP/1.1 and HTTP/1.0 only."
        case .target: return "The request target is malformed, or not of the form that the method asks for."
        case .scheme: return "This proxy fetches http: and ws: URLs; anything else goes through CONNECT."
        case .secureScheme:
            return "A secure URL cannot be fetched in cleartext; ask for it with CONNECT, as clients do for https:."
        case .fieldLine: return "A header field is malformed."
        case .host: return "The request needs exactly one Host field, with a valid host in it."
        case .framing: return "The length of the request's body is ambiguous or malformed."
        case .connectionOptions: return "The Connection field names too many options."
        case .chunkedBody: return "The chunked body is malformed."
        case .trace: return "This proxy does not forward TRACE; ask the server without a proxy."
        case .incomplete: return "The connection was closed before the request was complete."
        case .targetTooLong: return "The request target is too long."
        case .headTooLarge: return "The request's header is too large."
        case .tooManyFields: return "The request has too many header fields."
        case .timedOut: return "The request was not complete in time."
        }
    }
}

extension RequestError {
    /// Creates the error for a fault in the head of a request.
    init(_ fault: HeadFault) {
        switch fault {
        case .lineEnding: self = .lineEnding
        case .fieldLine: self = .fieldLine
        case .emptyLines: self = .requestLine
        case .startLineTooLong: self = .targetTooLong
        case .tooLarge: self = .headTooLarge
        case .tooManyFields: self = .tooManyFields
        }
    }
}

/// The faults of the head of a message, a request or a response.
enum HeadFault: Error {
    case lineEnding, fieldLine, emptyLines, startLineTooLong, tooLarge, tooManyFields
}
