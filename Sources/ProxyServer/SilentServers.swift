import Synchronization
import TransportSecurity

/// Servers that lately said nothing to a ClientHello, for loads that may go in cleartext: what such a server speaks waits
/// for its client to begin, and a load to it does not wait for another assessment that gets no answer.
final class SilentServers: Sendable {
    private let known = Mutex<[Authority: Int64]>([:])
    private let limit: Int

    /// An empty list of at most so many servers.
    init(limit: Int = 1024) {
        self.limit = limit
    }

    /// Takes note that the server said nothing, which is believed until that time, in milliseconds of the monotonic clock.
    func insert(_ server: Authority, until end: Int64, at now: Int64) {
        known.withLock { known in
            if known.count >= limit { known = known.filter { $0.value > now } }
            if known.count >= limit { known = [:] }
            known[server] = end
        }
    }

    /// Whether the server is known to be silent at that time.
    func contains(_ server: Authority, at now: Int64) -> Bool {
        known.withLock { $0[server].map { $0 > now } ?? false }
    }

    /// Takes note that the server has answered.
    func remove(_ server: Authority) {
        known.withLock { $0[server] = nil }
    }
}
