import InternetNames
import Synchronization
import TransportSecurity

/// The number of connected clients of all workers, in total and for each network, and the limits of both.
final class ConnectionLimits: Sendable {
    private let counts: Mutex<Counts>

    private struct Counts {
        var limit: Int
        var limitForOne: Int
        var total = 0
        var networks: [IPAddress: Int] = [:]
    }

    /// Creates the limits for all connections, and for those of one client network (`clientNetwork`).
    init(limit: Int, limitForOne: Int) {
        counts = Mutex(Counts(limit: limit, limitForOne: limitForOne))
    }

    /// Replaces the limits. Open connections stay.
    func use(limit: Int, limitForOne: Int) {
        counts.withLock { counts in
            counts.limit = limit
            counts.limitForOne = limitForOne
        }
    }

    /// Whether the limit for all connections is reached.
    var isFull: Bool {
        counts.withLock { $0.total >= $0.limit }
    }

    /// The limit for all connections.
    var limit: Int {
        counts.withLock { $0.limit }
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
            return counts.networks[network, default: 0] <= counts.limitForOne
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
