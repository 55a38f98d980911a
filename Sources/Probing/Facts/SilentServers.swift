import InternetNames
import Synchronization
import TransportSecurity

/// Servers that have recently left a ClientHello unanswered.
///
/// A load that may go in cleartext does not wait for another probe of such a server. The key contains the hello,
/// because a server may answer one hello and not another.
public final class SilentServers: Sendable {
    private let known = Mutex<[FactsKey: Int64]>([:])
    private let limit: Int

    /// An empty list of at most that many servers.
    public init(limit: Int = 1024) {
        self.limit = limit
    }

    /// Adds a server until that time, in milliseconds of the monotonic clock.
    public func insert(_ server: FactsKey, until end: Int64, at now: Int64) {
        known.withLock { known in
            if known.count >= limit { known = known.filter { $0.value > now } }
            if known.count >= limit, let soonest = known.min(by: { $0.value < $1.value }) { known[soonest.key] = nil }
            known[server] = end
        }
    }

    /// Whether the server is in the list at that time.
    public func contains(_ server: FactsKey, at now: Int64) -> Bool {
        known.withLock { $0[server].map { $0 > now } ?? false }
    }

    /// Removes a destination, because it is to be asked again.
    public func forget(_ authority: Authority) {
        known.withLock { known in known = known.filter { $0.key.authority != authority } }
    }

    /// Removes a server, because it has answered.
    public func remove(_ server: FactsKey) {
        known.withLock { $0[server] = nil }
    }
}
