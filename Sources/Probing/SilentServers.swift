import Synchronization
import TransportSecurity

/// Servers that lately said nothing to a ClientHello, for loads that may go in cleartext. Such a load does not wait for
/// another probe that gets no answer. What a server says depends on the hello, so they are known by that as well.
public final class SilentServers: Sendable {
    private let known = Mutex<[FactsKey: Int64]>([:])
    private let limit: Int

    /// An empty list of at most so many servers.
    public init(limit: Int = 1024) {
        self.limit = limit
    }

    /// Takes note that the server said nothing, which is believed until that time, in milliseconds of the monotonic clock.
    public func insert(_ server: FactsKey, until end: Int64, at now: Int64) {
        known.withLock { known in
            if known.count >= limit { known = known.filter { $0.value > now } }
            if known.count >= limit, let soonest = known.min(by: { $0.value < $1.value }) { known[soonest.key] = nil }
            known[server] = end
        }
    }

    /// Whether the server is known to be silent at that time.
    public func contains(_ server: FactsKey, at now: Int64) -> Bool {
        known.withLock { $0[server].map { $0 > now } ?? false }
    }

    /// Takes note that the server has answered.
    public func remove(_ server: FactsKey) {
        known.withLock { $0[server] = nil }
    }
}
