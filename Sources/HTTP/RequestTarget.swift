import InternetNames
import TransportSecurity

/// The target of a request, in one of the four forms of RFC 9112 §3.2.
public enum RequestTarget: Sendable {
    /// `example.com:443`, of CONNECT only.
    case authority(Authority)
    /// `http://example.com/path?query`, the form of proxy requests.
    case absolute(AbsoluteTarget)
    /// `/path?query`, for the proxy itself. The query is without its question mark; `nil` if there is none.
    case origin(path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?)
    /// `*`, of OPTIONS only, for the proxy itself.
    case asterisk
}

/// A target in absolute form. Its authority is read; path and query keep the client's spelling.
///
/// A class, because it is immutable and passed on often.
public final class AbsoluteTarget: Sendable {
    /// `.http` or `.ws`.
    public let scheme: Load.Scheme
    /// The host and port.
    public let authority: Authority
    /// The authority in the client's spelling.
    public let spelling: ArraySlice<UInt8>
    /// The path from its first slash on; may be empty.
    public let path: ArraySlice<UInt8>
    /// The query without its question mark; `nil` if there is none.
    public let query: ArraySlice<UInt8>?
    /// Whether `spelling` is the value of the request's Host field, which is then passed on as it is.
    public let isFromHost: Bool

    /// Creates the target of an intercepted request, whose client means to speak with an origin; nil for CONNECT, which
    /// is for proxies only.
    ///
    /// The host is the one that Host or an absolute target names, otherwise the address to which the client connected.
    /// The port is always the one to which the client connected.
    public init?(_ head: RequestHead, interceptedAt address: IPAddress, port: UInt16) {
        let named: Authority?
        switch head.target {
        case .authority:
            return nil
        case .absolute(let target):
            (named, spelling, path, query) = (target.authority, target.spelling, target.path, target.query)
            isFromHost = false
        case .origin(let path, let query):
            spelling = head.fields.first(.host) ?? []
            named = Authority(parsing: spelling, defaultPort: port)
            (self.path, self.query) = (path, query)
            isFromHost = named != nil
        case .asterisk:
            spelling = head.fields.first(.host) ?? []
            named = Authority(parsing: spelling, defaultPort: port)
            (path, query) = ([], nil)
            isFromHost = named != nil
        }
        scheme = .http
        authority = Authority(host: named?.host ?? .address(address), port: port)
    }

    /// Reads `scheme "://" authority path-abempty [ "?" query ]`.
    fileprivate init(_ target: ArraySlice<UInt8>) throws(RequestError) {
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { throw .target }
        scheme = try Self.scheme(target[..<colon])
        var rest = target[(colon + 1)...]
        guard rest.starts(with: "//") else { throw .target }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        // User information is refused here, because a host contains no @ (RFC 9110 §4.2.4).
        guard let authority = Authority(parsing: rest[..<end], defaultPort: scheme.defaultPort) else {
            throw .target
        }
        self.authority = authority
        spelling = rest[..<end]
        let mark = rest[end...].firstIndex(of: UInt8(ascii: "?"))
        path = rest[end..<(mark ?? rest.endIndex)]
        query = mark.map { rest[($0 + 1)...] }
        isFromHost = false
    }

    private static func scheme(_ name: ArraySlice<UInt8>) throws(RequestError) -> Load.Scheme {
        if name.equals(ignoringCase: "http") { return .http }
        if name.equals(ignoringCase: "ws") { return .ws }
        if name.equals(ignoringCase: "https") || name.equals(ignoringCase: "wss") { throw .secureScheme }
        throw name.allSatisfy(\.isTokenCharacter) && !name.isEmpty ? .scheme : .target
    }
}

extension RequestTarget {
    /// Reads the target of a request with the given method.
    public init(_ target: ArraySlice<UInt8>, method: ArraySlice<UInt8>) throws(RequestError) {
        // Methods are case-sensitive (RFC 9110 §9.1).
        if method.equals("CONNECT") {
            guard let authority = Authority(parsing: target, defaultPort: nil) else { throw .target }
            self = .authority(authority)
        } else if target.equals("*") {
            guard method.equals("OPTIONS") else { throw .target }
            self = .asterisk
        } else {
            guard target.allSatisfy(\.isTargetCharacter) else { throw .target }
            if target.first == UInt8(ascii: "/") {
                let mark = target.firstIndex(of: UInt8(ascii: "?"))
                self = .origin(
                    path: target[..<(mark ?? target.endIndex)], query: mark.map { target[($0 + 1)...] })
            } else {
                self = .absolute(try AbsoluteTarget(target))
            }
        }
    }
}

extension RequestTarget {
    /// Whether this is the target of a CONNECT.
    var isAuthority: Bool {
        if case .authority = self { return true }
        return false
    }

    /// Whether `text`, the value of Host, equals the authority of this target except for case. Such a text is an
    /// authority.
    ///
    /// - Parameter line: The request line of this target.
    func spells(_ text: ArraySlice<UInt8>, in line: RequestLine) -> Bool {
        switch self {
        case .authority: return line.target.equals(ignoringCase: text)
        case .absolute(let target): return target.spelling.equals(ignoringCase: text)
        case .origin, .asterisk: return false
        }
    }
}

extension UInt8 {
    /// Whether a target may contain this: visible ASCII except `#`, because fragments are never sent.
    ///
    /// Allowed are `" < > [ \ ] ^ ` { | }`, which RFC 3986 requires to be encoded, but clients send as they are. None
    /// of these can be mistaken for framing. Authorities are read strictly.
    fileprivate var isTargetCharacter: Bool {
        self > 0x20 && self < 0x7F && self != UInt8(ascii: "#")
    }
}
