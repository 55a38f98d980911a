import ForwardProxy
import InternetNames
import Synchronization
import TransportSecurity

/// The number of connected clients of all workers, in total and for each network, and the limits of both.
final class ConnectionLimits: Sendable {
    private let counts: Mutex<Counts>
    /// The number of descriptors for clients and destinations.
    private let descriptors: Int

    private struct Counts {
        var limits: Limits
        var total = 0
        var networks: [IPAddress: Int] = [:]
    }

    /// Creates the limits for all connections, and for those of one client network (`clientNetwork`).
    ///
    /// - Parameter descriptors: The number of descriptors for clients and destinations. A tunnel needs two. One network
    ///   leaves a sixteenth of the possible tunnels to others.
    init(_ limits: Limits, descriptors: Int) {
        counts = Mutex(Counts(limits: limits))
        self.descriptors = descriptors
    }

    /// Replaces the limits. Open connections stay.
    func use(_ limits: Limits) {
        counts.withLock { $0.limits = limits }
    }

    /// Whether the limit for all connections is reached.
    var isFull: Bool {
        counts.withLock { $0.total >= $0.limits.connections }
    }

    /// The limit for all connections.
    var limit: Int {
        counts.withLock { $0.limits.connections }
    }

    /// The number of open connections.
    var total: Int {
        counts.withLock { $0.total }
    }

    /// Counts a connection from an address. Returns false if its network has too many connections; the connection
    /// counts even then, until `left`.
    func entered(from address: IPAddress) -> Bool {
        let network = address.clientNetwork
        return counts.withLock { counts in
            counts.total += 1
            counts.networks[network, default: 0] += 1
            let share = min(counts.limits.connectionsPerClient, max(1, descriptors * 15 / 32))
            return counts.networks[network, default: 0] <= share
        }
    }

    /// Counts the end of a connection from an address.
    func left(from address: IPAddress) {
        let network = address.clientNetwork
        counts.withLock { counts in
            counts.total -= 1
            let left = counts.networks[network, default: 1] - 1
            counts.networks[network] = left == 0 ? nil : left
        }
    }
}
