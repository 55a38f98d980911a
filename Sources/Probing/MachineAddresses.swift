import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// The addresses of this machine and of the proxy's listeners, as one loop knows them.
///
/// Interfaces come and go while the proxy runs (DHCP, VPNs), so they are asked again when somebody wants to know and five
/// seconds have passed, and at every reload. A proxy at rest asks nothing.
public final class MachineAddresses {
    private var known: LocalMachine
    private var since: Int64
    /// Where the proxy itself listens.
    public var listeners: [Authority] = [] { didSet { known.listeners = listeners } }
    private let read: () throws(SystemError) -> [IPAddress]

    /// The addresses that the system tells; throws where the system does not tell them at first, because without them
    /// nobody can be kept away from this machine.
    public init(
        reading read: @escaping () throws(SystemError) -> [IPAddress] = NetworkInterfaces.addresses
    ) throws(SystemError) {
        self.read = read
        known = LocalMachine(addresses: try read())
        since = WallClock.elapsedMilliseconds
    }

    /// The machine as it is now, or was a few seconds ago.
    public var current: LocalMachine { current(at: WallClock.elapsedMilliseconds) }

    /// Whether a client that comes from that address is on this machine. Most that are come from loopback.
    public func isLocalClient(_ client: IPAddress) -> Bool {
        client.isLoopback || current.isLocalClient(client)
    }

    /// The machine at that time.
    func current(at time: Int64) -> LocalMachine {
        if time - since >= Self.lifetime { refresh(at: time) }
        return known
    }

    /// Asks the system now. Where it does not tell (no descriptor is left, for one), what was known before holds on.
    public func refresh(at time: Int64) {
        since = time
        guard let addresses = try? read() else { return }
        known = LocalMachine(addresses: addresses, listeners: listeners)
    }

    /// In milliseconds.
    private static let lifetime: Int64 = 5000
}
