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

    /// Limits for all connections, and for those from one address or one /64 of IPv6.
    init(limit: Int, limitForOne: Int) {
        counts = Mutex(Counts(limit: limit, limitForOne: limitForOne))
    }

    /// Uses those limits for connections from now on.
    func use(limit: Int, limitForOne: Int) {
        counts.withLock { counts in
            counts.limit = limit
            counts.limitForOne = limitForOne
        }
    }

    /// Whether no more connections are to be accepted for now.
    var isFull: Bool {
        counts.withLock { $0.total >= $0.limit }
    }

    /// How many are connected.
    var total: Int {
        counts.withLock { $0.total }
    }

    /// Counts a connection from there; false where its network holds too many already. It is counted all the same,
    /// until `left`.
    func entered(from address: IPAddress) -> Bool {
        let network = address.clientNetwork
        return counts.withLock { counts in
            counts.total += 1
            counts.networks[network, default: 0] += 1
            return counts.networks[network, default: 0] <= counts.limitForOne
        }
    }

    /// A connection from there has ended.
    func left(from address: IPAddress) {
        let network = address.clientNetwork
        counts.withLock { counts in
            counts.total -= 1
            let left = counts.networks[network, default: 1] - 1
            counts.networks[network] = left == 0 ? nil : left
        }
    }
}
