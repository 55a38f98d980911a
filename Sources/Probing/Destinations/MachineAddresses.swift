import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// The addresses of this machine and of the proxy's listeners.
///
/// Interfaces come and go while the proxy runs (DHCP, VPNs). The addresses are therefore read again at every reload,
/// and whenever they are needed and older than five seconds.
public final class MachineAddresses {
    private var known: LocalMachine
    private var since: Int64
    /// The addresses on which the proxy listens.
    public var listeners: [Authority] = [] { didSet { known.listeners = listeners } }
    private let read: () throws(SystemError) -> [IPAddress]

    /// Reads the addresses for the first time.
    ///
    /// - Throws: The error of the system. Without the addresses, remote clients could not be kept away from this
    ///   machine.
    public init(
        reading read: @escaping () throws(SystemError) -> [IPAddress] = NetworkInterfaces.addresses
    ) throws(SystemError) {
        self.read = read
        known = LocalMachine(addresses: try read())
        since = WallClock.elapsedMilliseconds
    }

    /// The machine as it was at most five seconds ago.
    public var current: LocalMachine { current(at: WallClock.elapsedMilliseconds) }

    /// Whether a client with that address is on this machine.
    public func isLocalClient(_ client: IPAddress) -> Bool {
        client.isLoopback || current.isLocalClient(client)
    }

    /// The machine at that time.
    func current(at time: Int64) -> LocalMachine {
        if time - since >= Self.lifetime { refresh(at: time) }
        return known
    }

    /// Reads the addresses now. If that fails, for instance for want of a descriptor, the previous ones stay.
    public func refresh(at time: Int64) {
        since = time
        guard let addresses = try? read() else { return }
        known = LocalMachine(addresses: addresses, listeners: listeners)
    }

    /// The time for which addresses are used, in milliseconds.
    private static let lifetime: Int64 = 5000
}
