import ForwardProxy
import Networking

/// What the connections of one worker share: the loop, the configuration, and what their loads need.
final class ConnectionEnvironment {
    /// The worker's loop.
    let loop: EventLoop
    /// The parts that loads need.
    let loads: LoadEnvironment
    /// The passwords that are being checked.
    let passwords: PasswordChecks
    /// The connections that are open.
    let connections: OpenConnections
    /// The limits of sizes, numbers and times.
    private(set) var limits: Limits
    /// The number of configurations before the one in use.
    private(set) var generation = 0
    private var ports: [SocketAddress: ProxyPort] = [:]
    private var lastOriginOwner: UInt64 = 0

    init(
        _ loop: EventLoop, _ loads: LoadEnvironment, _ passwords: PasswordChecks, _ connections: OpenConnections,
        _ limits: Limits
    ) {
        self.loop = loop
        self.loads = loads
        self.passwords = passwords
        self.connections = connections
        self.limits = limits
    }

    /// Replaces the listeners and limits.
    func use(_ ports: [ProxyPort], _ limits: Limits) {
        generation += 1
        self.limits = limits
        self.ports = Dictionary(ports.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The current listener on an address; nil if there is none any more.
    func port(at address: SocketAddress) -> ProxyPort? {
        ports[address]
    }

    /// A new number for a client connection that owns its idle connections to servers.
    func nextOriginOwner() -> UInt64 {
        lastOriginOwner += 1
        return lastOriginOwner
    }
}
