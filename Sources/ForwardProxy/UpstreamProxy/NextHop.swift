import InternetNames
import TransportSecurity

/// The peer to which the proxy connects for a load, and how it speaks to it (RFC 9209 §2.1.2). Indirect, because it is
/// copied often and mostly is the server.
public indirect enum NextHop: Hashable, Sendable {
    /// The server itself.
    case origin
    /// The upstream proxy, which gets requests in absolute-form (RFC 9112 §3.2.2).
    case upstreamProxy(UpstreamProxy)
    /// The server, through a tunnel that the upstream proxy opens (RFC 9110 §9.3.6).
    case tunnel(UpstreamProxy)

    /// Creates the peer on the way to a destination.
    ///
    /// - Parameters:
    ///   - destination: The server as the client named it.
    ///   - upstreamProxy: The upstream proxy; nil without one.
    ///   - asTunnel: Whether the upstream proxy is to open a tunnel: for CONNECT, and for a WebSocket (RFC 6455 §4.1),
    ///     because few proxies pass an upgrade on.
    public init(to destination: Authority, through upstreamProxy: UpstreamProxy?, asTunnel: Bool) {
        if let upstreamProxy = upstreamProxy?.onTheWay(to: destination) {
            self = asTunnel ? .tunnel(upstreamProxy) : .upstreamProxy(upstreamProxy)
        } else {
            self = .origin
        }
    }

    /// The upstream proxy that is connected to; nil for a direct load.
    public var upstreamProxy: UpstreamProxy? {
        switch self {
        case .origin: return nil
        case .upstreamProxy(let upstreamProxy), .tunnel(let upstreamProxy): return upstreamProxy
        }
    }

    /// The route as events write it.
    public var route: Route { isUpstreamProxy ? .upstream : .direct }

    /// Whether an upstream proxy is connected to. Unlike a comparison of `upstreamProxy` with nil, this copies nothing.
    public var isUpstreamProxy: Bool {
        switch self {
        case .origin: false
        case .upstreamProxy, .tunnel: true
        }
    }
}
