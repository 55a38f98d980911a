import InternetNames
import TransportSecurity

/// What a client asks the proxy for, as far as a decision about it and its event need to know.
///
/// A class, since it is immutable and handed on often.
public final class ProxyRequest: Sendable {
    /// How and to whom. A CONNECT counts as `https`, until its tunnel shows otherwise; an upgrade to WebSocket as
    /// `ws`. The path is without its query.
    public let load: Load
    /// The method, as spelled.
    public let method: WireText
    /// The query, without its question mark, for those who asked to have it recorded.
    public let query: WireText?
    /// The user whose credentials were accepted.
    public let user: String?
    /// The value of User-Agent.
    public let userAgent: WireText?

    /// Whether a tunnel is asked for.
    public let isConnect: Bool

    /// A request of these parts.
    public init(
        load: Load, method: WireText, query: WireText? = nil, user: String? = nil, userAgent: WireText? = nil
    ) {
        self.load = load
        self.method = method
        isConnect = method == .connect
        self.query = query
        self.user = user
        self.userAgent = userAgent
    }
}

extension ProxyRequest {
    /// A copy that does not keep the request's message alive, without the User-Agent.
    public var compacted: ProxyRequest {
        ProxyRequest(
            load: Load(scheme: load.scheme, authority: load.authority, path: load.path?.compacted),
            method: method.compacted, query: query?.compacted, user: user)
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
        var query: WireText?
        switch head.target {
        case .authority(let authority):
            load = Load(scheme: .https, authority: authority)
        case .absolute(let target):
            let scheme: Load.Scheme = target.scheme == .ws || head.opensWebSocket ? .ws : .http
            load = Load(scheme: scheme, authority: target.authority, path: target.normalizedPath)
            query = target.query.map(WireText.init)
        case .origin, .asterisk:
            return nil
        }
        self.init(
            load: load, method: head.isConnect ? .connect : WireText(head.method), query: query,
            userAgent: head.fields.first(.userAgent).map(WireText.init))
    }
}

extension WireText {
    /// The method that asks for a tunnel (RFC 9110 §9.3.6).
    public static let connect: WireText = "CONNECT"
}

extension AbsoluteTarget {
    /// The path without its query; where the target has none, that of the root, which it means (RFC 9110 §4.2.3).
    var normalizedPath: WireText { path.isEmpty ? Self.root : WireText(path) }

    private static let root: WireText = "/"
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
