import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// The idle connections of one worker to origins, kept for further requests of plain HTTP.
///
/// The number of connections and their idle time are limited. Users of the proxy never share a connection, and neither
/// do listeners.
final class OriginPool: StreamOwner {
    private var idle: [Key: [Entry]] = [:]
    private var count = 0
    private var lifetime: Int64
    private var limit: Int
    private var isSweeping = false

    /// The requests that an idle connection may serve: all those with an equal key.
    struct Key: Hashable {
        /// The listener. Each has its own rules for destinations and its own users.
        var listener: ListenerConfiguration
        /// The origin, or the upstream proxy that is connected to.
        var authority: Authority
        /// The address of the origin if the client itself connected there; nil if any address of the origin will do.
        var destination: IPAddress?
        /// The peer of the connection. Those to an upstream proxy serve requests to all origins.
        var hop: NextHop
        /// The user of the proxy; nil if the listener requires no password.
        var user: String?
        /// Whether the client is on this machine. Such a client may reach destinations that others may not.
        var isLocalClient: Bool
        /// The number of the only client connection that may use it; nil if any may.
        var owner: UInt64?

        static func == (left: Key, right: Key) -> Bool {
            left.listener === right.listener && left.authority == right.authority
                && left.destination == right.destination && left.hop == right.hop && left.user == right.user
                && left.isLocalClient == right.isLocalClient && left.owner == right.owner
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(authority)
            hasher.combine(destination)
            hasher.combine(user)
        }
    }

    private struct Entry {
        var stream: Stream
        var address: IPAddress
        var since: Int64
    }

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - limit: The largest number of idle connections.
    ///   - lifetime: The longest time for which one is kept, in seconds.
    init(_ loop: EventLoop, limit: Int, lifetime: Int) {
        self.limit = limit
        self.lifetime = Int64(lifetime) * 1000
        super.init(loop)
    }

    /// Replaces the limits and closes all idle connections, because the new configuration may forbid their
    /// destinations.
    func use(limit: Int, lifetime: Int) {
        self.limit = limit
        self.lifetime = Int64(lifetime) * 1000
        drop { _ in true }
    }

    /// The number of origins in the pool, including those without idle connections.
    var originCount: Int { idle.count }

    /// An idle connection and the address of its origin.
    typealias Idle = (stream: Stream, address: IPAddress)

    /// Takes the most recently used connection; nil if there is none.
    func take(for key: Key) -> Idle? {
        guard let index = idle.index(forKey: key), let entry = idle.values[index].popLast() else { return nil }
        count -= 1
        // An empty list is kept, because it is likely to be needed soon, but only up to a limit.
        if idle.count > limit, idle.values[index].isEmpty { idle.remove(at: index) }
        return (entry.stream, entry.address)
    }

    /// Keeps an idle connection.
    func keep(_ stream: Stream, to address: IPAddress, for key: Key) {
        guard count < limit, stream.pendingOutput == 0 else { return }
        stream.owner = self
        stream.resumeReading()
        idle[key, default: []].append(Entry(stream: stream, address: address, since: WallClock.elapsedMilliseconds))
        count += 1
        if !isSweeping { sweep(in: lifetime) }
    }

    private func drop(where isStale: (Entry) -> Bool) {
        idle = idle.compactMapValues { entries in
            let kept = entries.filter { !isStale($0) }
            return kept.isEmpty ? nil : kept
        }
        count = idle.values.reduce(0) { $0 + $1.count }
    }

    private func sweep(in milliseconds: Int64) {
        isSweeping = true
        startTimer(milliseconds: Int(milliseconds))
    }

    override func timerFired() {
        let now = WallClock.elapsedMilliseconds
        drop { now - $0.since >= lifetime }
        isSweeping = false
        if count > 0 { sweep(in: max(lifetime / 4, 250)) }
    }

    // An idle origin should send nothing. After any byte, the connection cannot be reused.

    override func stream(_ stream: Stream, received bytes: UnsafeRawBufferPointer) {
        drop { $0.stream === stream }
    }

    override func streamFinished(_ stream: Stream) {
        drop { $0.stream === stream }
    }

    override func streamFailed(_ stream: Stream, _ error: SystemError) {
        drop { $0.stream === stream }
    }
}

extension NextHop {
    /// The authority by which idle connections are kept.
    func pooledAuthority(of origin: Authority) -> Authority {
        switch self {
        case .origin, .tunnel: return origin
        case .upstreamProxy(let upstreamProxy): return upstreamProxy.authority
        }
    }
}
