import InternetNames
import TransportSecurity

/// The head of a request (RFC 9112 §2.1), read whole: whoever holds one need not check its parts again.
///
/// A class, since it is immutable and handed on often.
final class RequestHead: Sendable {
    /// The method, as spelled.
    let method: ArraySlice<UInt8>
    /// What the request is for.
    let target: RequestTarget
    /// The version of the client.
    let version: HTTPVersion
    /// All fields.
    let fields: Fields
    /// How the body is framed.
    let framing: BodyFraming
    /// What the client says of its connection.
    let options: ConnectionOptions

    /// The head with that request line, which has no CRLF any more, and those fields.
    init(_ line: ArraySlice<UInt8>, fields: Fields) throws(RequestError) {
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
    var isConnect: Bool { target.isAuthority }

    /// Whether the response has no body (RFC 9110 §9.3.2).
    var isHead: Bool { method.equals("HEAD") }

    /// Whether the request may be sent again when a connection died under it (RFC 9110 §9.2.2).
    var isIdempotent: Bool {
        (["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"] as [StaticString]).contains { method.equals($0) }
    }

    /// Whether the client waits for a 100 before it sends the body (RFC 9110 §10.1.1); never in HTTP/1.0.
    var expectsContinue: Bool {
        version == .http1_1 && fields.first(.expect)?.equals(ignoringCase: "100-continue") == true
    }

    /// Whether the client asks for another protocol that may be passed on.
    ///
    /// Not `h2c`: RFC 9113 has given it up, and what follows it would be requests that nobody reads. Nor with a
    /// body, which would leave in doubt where the other protocol begins.
    var asksForUpgrade: Bool {
        guard options.upgrade, version == .http1_1, framing == .none, fields.first(.upgrade) != nil else {
            return false
        }
        var isPassedOn = true
        fields.forEachMember(of: .upgrade) { if $0.equals(ignoringCase: "h2c") { isPassedOn = false } }
        return isPassedOn
    }

    /// RFC 9112 §3.2: exactly one Host in HTTP/1.1, none or one in 1.0, and what it says must be an authority.
    /// That it is the same as the target's is not asked: the target wins, and a Host made of it is sent.
    private static func checkHost(
        _ fields: Fields, _ target: RequestTarget, in line: RequestLine
    ) throws(RequestError) {
        switch fields.count(of: .host) {
        case 0: if line.version == .http1_1 { throw .host }
        case 1:
            // Empty where the target has no authority (RFC 9110 §7.2).
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

/// `method SP request-target SP HTTP-version` (RFC 9112 §3), with exactly one space at each place; the target is still
/// to be read.
struct RequestLine {
    let method: ArraySlice<UInt8>
    let target: ArraySlice<UInt8>
    let version: HTTPVersion

    /// Reads the line, which has no CRLF any more.
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
