import InternetNames
import TransportSecurity

/// What a request is for, in one of the four forms of RFC 9112 §3.2.
enum RequestTarget: Sendable {
    /// `example.com:443`, of CONNECT alone.
    case authority(Authority)
    /// `http://example.com/path?query`, what a proxy is asked for.
    case absolute(AbsoluteTarget)
    /// `/path?query`, for the proxy itself. Without the query.
    case origin(path: ArraySlice<UInt8>)
    /// `*`, of OPTIONS alone, for the proxy itself.
    case asterisk
}

/// A target in absolute form, its authority read and its path left as it came.
///
/// A class, since it is immutable and handed on often.
final class AbsoluteTarget: Sendable {
    /// `.http` or `.ws`.
    let scheme: Load.Scheme
    let authority: Authority
    /// The authority as it came.
    let spelling: ArraySlice<UInt8>
    /// Empty, or from the first slash on.
    let path: ArraySlice<UInt8>
    /// What follows the question mark, if there is one.
    let query: ArraySlice<UInt8>?

    /// Reads `scheme "://" authority path-abempty [ "?" query ]`.
    fileprivate init(_ target: ArraySlice<UInt8>) throws(RequestError) {
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")) else { throw .target }
        scheme = try Self.scheme(target[..<colon])
        var rest = target[(colon + 1)...]
        guard rest.starts(with: "//") else { throw .target }
        rest = rest.dropFirst(2)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        // User information stops here: an @ is no part of a host (RFC 9110 §4.2.4).
        guard let authority = Authority(parsing: rest[..<end], defaultPort: scheme.defaultPort) else {
            throw .target
        }
        self.authority = authority
        spelling = rest[..<end]
        let mark = rest[end...].firstIndex(of: UInt8(ascii: "?"))
        path = rest[end..<(mark ?? rest.endIndex)]
        query = mark.map { rest[($0 + 1)...] }
    }

    private static func scheme(_ name: ArraySlice<UInt8>) throws(RequestError) -> Load.Scheme {
        if name.equals(ignoringCase: "http") { return .http }
        if name.equals(ignoringCase: "ws") { return .ws }
        if name.equals(ignoringCase: "https") || name.equals(ignoringCase: "wss") { throw .secureScheme }
        throw name.allSatisfy(\.isTokenCharacter) && !name.isEmpty ? .scheme : .target
    }
}

extension RequestTarget {
    /// Reads the target of a request with that method.
    init(_ target: ArraySlice<UInt8>, method: ArraySlice<UInt8>) throws(RequestError) {
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
                self = .origin(path: target.prefix { $0 != UInt8(ascii: "?") })
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

    /// Whether the target of that line, which this is, names its authority in these very bytes but for case, which are
    /// then known to be one.
    func spells(_ text: ArraySlice<UInt8>, in line: RequestLine) -> Bool {
        switch self {
        case .authority: return line.target.equals(ignoringCase: text)
        case .absolute(let target): return target.spelling.equals(ignoringCase: text)
        case .origin, .asterisk: return false
        }
    }
}

extension UInt8 {
    /// What may stand in a target: visible ASCII but for `#`, since a fragment is never sent.
    ///
    /// This lets pass `" < > [ \ ] ^ ` { | }`, which RFC 3986 wants encoded and which clients send as they are; none
    /// of them can be mistaken for framing. Authorities are read strictly.
    fileprivate var isTargetCharacter: Bool {
        self > 0x20 && self < 0x7F && self != UInt8(ascii: "#")
    }
}
