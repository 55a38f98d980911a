import Networking
import Probing

/// The state of a client connection towards the origin of its exchange.
enum OriginState {
    /// No connection. Before its connection was released or failed, the origin of the exchange has sent `received`
    /// bytes.
    case none(received: UInt64)
    /// Connects to the origin, or to an upstream proxy.
    case connecting(Connector)
    /// Opens a tunnel through the upstream proxy.
    case openingTunnel(UpstreamProxyTunnel)
    /// Connected, directly or through a tunnel.
    case connected(ConnectedOrigin)

    /// The connection to the origin; nil while there is none.
    var stream: Stream? {
        switch self {
        case .none, .connecting, .openingTunnel: nil
        case .connected(let origin): origin.stream
        }
    }

    /// The number of bytes that the origin has sent in this exchange.
    var received: UInt64 {
        switch self {
        case .none(let received): received
        case .connecting, .openingTunnel: 0
        case .connected(let origin): origin.received
        }
    }

    /// Whether the origin sends nothing more on its connection.
    var hasFinished: Bool {
        switch self {
        case .none, .connecting, .openingTunnel: false
        case .connected(let origin): origin.hasFinished
        }
    }

    /// Notes that the origin sends nothing more.
    mutating func noteFinished() {
        guard case .connected(var origin) = self else { return }
        origin.hasFinished = true
        self = .connected(origin)
    }

    /// Notes that bytes of the origin are relayed without being parsed.
    mutating func noteRelayed() {
        guard case .connected(var origin) = self else { return }
        origin.isRelayed = true
        self = .connected(origin)
    }
}
