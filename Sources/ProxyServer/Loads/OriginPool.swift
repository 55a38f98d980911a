import InternetNames
import Networking
import TransportSecurity

/// Connections to origins that wait for another plain HTTP request, one pool for each worker.
///
/// Bounded in number and time, and never shared between users of the proxy, nor between listeners.
final class OriginPool: StreamOwner {
    private var idle: [Key: [Entry]] = [:]
    private var count = 0
    private var lifetime: Int64
    private var limit: Int
    private var isSweeping = false

    /// Which requests an idle connection may serve.
    struct Key: Hashable {
        /// The listener: its rules say what may be reached, and its users are not those of another.
        var listener: ProxyPort
        /// The origin.
        var authority: Authority
        /// The user of the proxy, if it knows users.
        var user: String?
        /// Whether the client is on this machine, so that it may reach what others may not.
        var isLocalClient: Bool
        /// The client connection that alone it serves; nil where it serves any.
        var owner: UInt64?

        static func == (left: Key, right: Key) -> Bool {
            left.listener === right.listener && left.authority == right.authority && left.user == right.user
                && left.isLocalClient == right.isLocalClient && left.owner == right.owner
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(authority)
            hasher.combine(user)
        }
    }

    private struct Entry {
        var stream: Stream
        var address: IPAddress
        var since: Int64
    }

    /// A pool that keeps that many connections for that many seconds at most.
    init(_ loop: EventLoop, limit: Int, lifetime: Int) {
        self.limit = limit
        self.lifetime = Int64(lifetime) * 1000
        super.init(loop)
    }

    /// Keeps that many connections for that many seconds at most from now on, and lets go of those that it has: a
    /// new configuration may forbid where they lead.
    func use(limit: Int, lifetime: Int) {
        self.limit = limit
        self.lifetime = Int64(lifetime) * 1000
        drop { _ in true }
    }

    /// How many origins are remembered, with idle connections or without.
    var originCount: Int { idle.count }

    /// An idle connection, and where it leads.
    typealias Idle = (stream: Stream, address: IPAddress)

    /// Takes the connection that was used last; nil where there is none.
    func take(for key: Key) -> Idle? {
        guard let index = idle.index(forKey: key), let entry = idle.values[index].popLast() else { return nil }
        count -= 1
        // A list that is empty now is likely to be needed soon; but no client shall fill the memory with such.
        if idle.count > limit, idle.values[index].isEmpty { idle.remove(at: index) }
        return (entry.stream, entry.address)
    }

    /// Keeps a connection on which nothing is under way.
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
