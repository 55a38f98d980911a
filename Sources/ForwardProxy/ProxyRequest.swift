import TransportSecurity

/// What a client asks the proxy for, as far as a decision about it and its event need to know.
///
/// A class, since it is immutable and handed on often.
public final class ProxyRequest: Sendable {
    /// How and to whom. A CONNECT counts as `https`, until its tunnel shows otherwise; an upgrade to WebSocket as
    /// `ws`. The path is without its query.
    public let load: Load
    /// The method, as spelled.
    public let method: String
    /// The query, without its question mark, for those who asked to have it recorded.
    public let query: String?
    /// The user whose credentials were accepted.
    public let user: String?
    /// The value of User-Agent.
    public let userAgent: String?

    /// Whether a tunnel is asked for.
    public var isConnect: Bool { method == "CONNECT" }

    /// A request of these parts.
    public init(load: Load, method: String, query: String? = nil, user: String? = nil, userAgent: String? = nil) {
        self.load = load
        self.method = method
        self.query = query
        self.user = user
        self.userAgent = userAgent
    }
}

extension ProxyRequest: Equatable {
    public static func == (left: ProxyRequest, right: ProxyRequest) -> Bool {
        left.load == right.load && left.method == right.method && left.query == right.query && left.user == right.user
            && left.userAgent == right.userAgent
    }
}

extension ProxyRequest {
    /// This request, once it is known whose it is.
    func asked(by user: String) -> ProxyRequest {
        ProxyRequest(load: load, method: method, query: query, user: user, userAgent: userAgent)
    }

    /// The request of a head with an absolute target or an authority; nil for what is asked of the proxy itself.
    convenience init?(_ head: RequestHead) {
        let load: Load
        var query: String?
        switch head.target {
        case .authority(let authority):
            load = Load(scheme: .https, authority: authority)
        case .absolute(let target):
            let scheme: Load.Scheme = target.scheme == .ws || head.opensWebSocket ? .ws : .http
            let path = target.path.isEmpty ? "/" : target.path.text
            load = Load(scheme: scheme, authority: target.authority, path: path)
            query = target.query?.text
        case .origin, .asterisk:
            return nil
        }
        self.init(
            load: load, method: head.isConnect ? "CONNECT" : head.method.text, query: query,
            userAgent: head.fields.first(.userAgent)?.text)
    }
}

extension RequestHead {
    /// Whether the client asks for a WebSocket (RFC 6455 §4.1).
    var opensWebSocket: Bool {
        guard asksForUpgrade else { return false }
        var found = false
        fields.forEachMember(of: .upgrade) { if $0.equals(ignoringCase: "websocket") { found = true } }
        return found
    }
}
