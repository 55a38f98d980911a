import InternetNames
import TransportSecurity

/// The peer to which the proxy connects for a load, and how it speaks to it (RFC 9209 §2.1.2).
public enum NextHop: Hashable, Sendable {
    /// The server itself.
    case origin
    /// The parent proxy, which gets requests in absolute-form (RFC 9112 §3.2.2).
    case parent(ParentProxy)
    /// The server, through a tunnel that the parent proxy opens (RFC 9110 §9.3.6).
    case tunnel(ParentProxy)

    /// The next hop on the way to a destination.
    ///
    /// - Parameters:
    ///   - destination: The server as the client named it.
    ///   - parent: The parent proxy; nil without one.
    ///   - asTunnel: Whether the parent is to open a tunnel: for CONNECT, and for a WebSocket (RFC 6455 §4.1), because
    ///     few proxies pass an upgrade on.
    public init(to destination: Authority, through parent: ParentProxy?, asTunnel: Bool) {
        if let parent = parent?.onTheWay(to: destination) {
            self = asTunnel ? .tunnel(parent) : .parent(parent)
        } else {
            self = .origin
        }
    }

    /// The parent proxy that is connected to; nil for a direct load.
    public var parent: ParentProxy? {
        switch self {
        case .origin: return nil
        case .parent(let parent), .tunnel(let parent): return parent
        }
    }

    /// The route as events write it.
    public var route: Route { parent == nil ? .direct : .upstream }
}
