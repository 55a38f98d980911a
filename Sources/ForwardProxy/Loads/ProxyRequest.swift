import HTTP
import InternetNames
import TransportSecurity

/// A client's request for a load, with all that decisions and events need.
///
/// A class, because it is immutable and passed on often.
public final class ProxyRequest: Sendable {
    /// The load. A CONNECT counts as `https` until its tunnel shows another protocol, and an upgrade to WebSocket as
    /// `ws`. The path is without its query.
    public let load: Load
    /// The method, in the client's spelling.
    public let method: ByteString
    /// The query without its question mark. Recorded only with `--log-query`.
    public let query: ByteString?
    /// The authenticated user; `nil` without authentication.
    public let user: String?
    /// The value of the User-Agent field.
    public let userAgent: ByteString?
    /// The address that the client itself connected to, if its connection was intercepted; `nil` for a client that uses
    /// the proxy.
    public let destination: IPAddress?
    /// The way in which an intercepted connection names its server.
    public let naming: ServerNaming

    /// The values of the Via fields, which a tunnel through an upstream proxy passes on; `nil` if there are none.
    public let via: ByteString?

    /// Whether the method is CONNECT.
    public let isConnect: Bool

    /// Creates a request from its parts.
    public init(
        load: Load, method: ByteString, query: ByteString? = nil, user: String? = nil, userAgent: ByteString? = nil,
        destination: IPAddress? = nil, naming: ServerNaming = .named, via: ByteString? = nil
    ) {
        self.load = load
        self.method = method
        isConnect = method == .connect
        self.query = query
        self.user = user
        self.userAgent = userAgent
        self.destination = destination
        self.naming = naming
        self.via = via
    }
}

extension ProxyRequest {
    /// A copy that does not keep the request's message alive, without User-Agent and Via.
    public var compacted: ProxyRequest {
        ProxyRequest(
            load: Load(scheme: load.scheme, authority: load.authority, path: load.path?.compacted),
            method: method.compacted, query: query?.compacted, user: user, destination: destination,
            naming: naming)
    }
}

extension ProxyRequest: Equatable {
    public static func == (left: ProxyRequest, right: ProxyRequest) -> Bool {
        left.load == right.load && left.method == right.method && left.query == right.query && left.user == right.user
            && left.userAgent == right.userAgent && left.destination == right.destination
            && left.naming == right.naming && left.via == right.via
    }
}

extension ProxyRequest {
    /// The same request, made by an authenticated user.
    func asked(by user: String) -> ProxyRequest {
        ProxyRequest(
            load: load, method: method, query: query, user: user, userAgent: userAgent, destination: destination,
            naming: naming, via: via)
    }

    /// The request with a given head; `nil` if its target is in origin-form or asterisk-form, since such a request is
    /// for the proxy itself.
    package convenience init?(_ head: RequestHead) {
        switch head.target {
        case .authority(let authority): self.init(head, connectingTo: authority)
        case .absolute(let target): self.init(head, for: target)
        case .origin, .asterisk: return nil
        }
    }

    /// The request of a CONNECT.
    convenience init(_ head: RequestHead, connectingTo authority: Authority) {
        self.init(
            load: Load(scheme: .https, authority: authority), method: .connect,
            userAgent: head.fields.first(.userAgent).map(ByteString.init), via: Via.values(in: head.fields))
    }

    /// The request with an absolute target. Where its host contradicts the address that the client connected to, the
    /// load is one from that address, whatever its server is called.
    package convenience init(_ head: RequestHead, for target: AbsoluteTarget, at destination: IPAddress? = nil) {
        let scheme: Load.Scheme = target.scheme == .ws || head.opensWebSocket ? .ws : .http
        var authority = target.authority
        var naming = ServerNaming.named
        if let destination, authority.host.contradicts(destination) {
            authority.host = .address(destination)
            naming = .unreadable
        }
        self.init(
            load: Load(scheme: scheme, authority: authority, path: target.normalizedPath),
            method: ByteString(head.method), query: target.query.map(ByteString.init),
            userAgent: head.fields.first(.userAgent).map(ByteString.init), destination: destination, naming: naming,
            via: Via.values(in: head.fields))
    }
}

extension ByteString {
    /// The method that requests a tunnel (RFC 9110 §9.3.6).
    public static let connect: ByteString = "CONNECT"
}

extension AbsoluteTarget {
    /// The path without its query. An empty path is `/` (RFC 9110 §4.2.3).
    var normalizedPath: ByteString { path.isEmpty ? Self.root : ByteString(path) }

    private static let root: ByteString = "/"
}

extension RequestHead {
    /// Whether the request opens a WebSocket (RFC 6455 §4.1).
    var opensWebSocket: Bool {
        guard asksForUpgrade else { return false }
        var found = false
        fields.forEachMember(of: .upgrade) { if $0.equals(ignoringCase: "websocket") { found = true } }
        return found
    }
}
