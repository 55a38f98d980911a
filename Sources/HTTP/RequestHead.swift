import InternetNames
import TransportSecurity

/// The head of a request (RFC 9112 §2.1). All its parts have been checked.
///
/// A class, because it is immutable and passed on often.
public final class RequestHead: Sendable {
    /// The method, in the client's spelling.
    public let method: ArraySlice<UInt8>
    /// The target.
    public let target: RequestTarget
    /// The version of the client.
    public let version: HTTPVersion
    /// All fields.
    public let fields: Fields
    /// The framing of the body.
    public let framing: BodyFraming
    /// The connection options of the client.
    public let options: ConnectionOptions

    /// Reads a head from its request line, without CRLF, and its fields.
    public init(_ line: ArraySlice<UInt8>, fields: Fields) throws(RequestError) {
        let line = try RequestLine(line)
        let target = try RequestTarget(line.target, method: line.method)
        guard let options = ConnectionOptions(fields) else { throw .connectionOptions }
        try Self.checkHost(fields, target, in: line)
        framing = try BodyFraming(request: fields, version: line.version, isConnect: target.isAuthority)
        method = line.method
        version = line.version
        self.target = target
        self.fields = fields
        self.options = options
    }

    /// Whether the method is CONNECT.
    public var isConnect: Bool { target.isAuthority }

    /// Whether the method is HEAD, whose response has no body (RFC 9110 §9.3.2).
    public var isHead: Bool { method.equals("HEAD") }

    /// Whether the method is TRACE, whose response holds the fields of the request (RFC 9110 §9.3.8).
    public var isTrace: Bool { method.equals("TRACE") }

    /// Whether the method is idempotent (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        (["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"] as [StaticString]).contains { method.equals($0) }
    }

    /// Whether the client waits for a 100 before it sends the body (RFC 9110 §10.1.1). Never in HTTP/1.0.
    public var expectsContinue: Bool {
        version == .http1_1 && fields.first(.expect)?.equals(ignoringCase: "100-continue") == true
    }

    /// Whether the client asks for an upgrade that the proxy passes on.
    ///
    /// An upgrade to `h2c` is not passed on: RFC 9113 removed it, and the proxy could not read the requests after it.
    /// An upgrade with a body is not passed on either, because the start of the other protocol would be ambiguous.
    public var asksForUpgrade: Bool {
        guard options.upgrade, version == .http1_1, framing == .none, fields.first(.upgrade) != nil else {
            return false
        }
        var isPassedOn = true
        fields.forEachMember(of: .upgrade) { if $0.equals(ignoringCase: "h2c") { isPassedOn = false } }
        return isPassedOn
    }

    /// Checks that there is exactly one Host in HTTP/1.1 and at most one in HTTP/1.0, and that its value is an
    /// authority (RFC 9112 §3.2). The value need not be the target's authority, because the origin gets a Host made
    /// from the target.
    private static func checkHost(
        _ fields: Fields, _ target: RequestTarget, in line: RequestLine
    ) throws(RequestError) {
        switch fields.count(of: .host) {
        case 0: if line.version == .http1_1 { throw .host }
        case 1:
            // Host is empty if the target has no authority (RFC 9110 §7.2).
            guard let host = fields.first(.host), host.isEmpty || target.spells(host, in: line) || host.isAuthority
            else {
                throw .host
            }
        case _: throw .host
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isAuthority: Bool { Authority(parsing: self, defaultPort: 80) != nil }
}

/// The parts of `method SP request-target SP HTTP-version` (RFC 9112 §3), with exactly one space between them. The
/// target is not read yet.
struct RequestLine {
    let method: ArraySlice<UInt8>
    let target: ArraySlice<UInt8>
    let version: HTTPVersion

    /// Reads a line without its CRLF.
    init(_ line: ArraySlice<UInt8>) throws(RequestError) {
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last,
            first > line.startIndex, line[..<first].allSatisfy(\.isTokenCharacter)
        else { throw .requestLine }
        guard let version = HTTPVersion(line[(last + 1)...]) else {
            throw line[(last + 1)...].starts(with: "HTTP/") ? .version : .requestLine
        }
        self.version = version
        method = line[..<first]
        target = line[(first + 1)..<last]
    }
}
