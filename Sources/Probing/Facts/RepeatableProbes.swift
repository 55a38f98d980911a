import ForwardProxy
import InternetNames
import Synchronization
import TransportSecurity

/// The latest probe of each destination for a load, for a person who asks for a new probe.
///
/// Only destinations of loads are probed again: a destination that no client may reach stays untouched. Times are
/// milliseconds of `WallClock.elapsedMilliseconds`.
public final class RepeatableProbes: Sendable {
    private let known = Mutex<[Authority: Entry]>([:])
    private let limit: Int

    /// A probe that can be made again.
    public struct Probe: Sendable {
        /// The key of its facts.
        public var key: FactsKey
        /// The address that was probed; nil for one that the name resolved to.
        public var address: IPAddress?
        /// The client of the load.
        public var client: IPAddress
    }

    /// The answer to somebody who asks for another probe.
    public enum Claim: Sendable {
        /// The caller is to make the probe.
        case granted(Probe)
        /// The destination was probed again a moment ago. The next probe is possible after that many seconds.
        case tooSoon(seconds: Int)
        /// No load has led to a probe of the destination, or that was long ago.
        case unknown
    }

    private struct Entry {
        var probe: Probe
        var notedAt: Int64
        var claimedAt: Int64?
    }

    /// No probes yet, and at most that many.
    public init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Notes that a probe for a load begins.
    func note(_ probe: Probe, at now: Int64) {
        known.withLock { known in
            let authority = probe.key.authority
            if known[authority] == nil, known.count >= limit { Self.makeRoom(in: &known) }
            let claimedAt = known[authority]?.claimedAt
            known[authority] = Entry(probe: probe, notedAt: now, claimedAt: claimedAt)
        }
    }

    /// The latest probe of a destination, at most once in five seconds.
    public func claim(_ authority: Authority, at now: Int64) -> Claim {
        known.withLock { known in
            guard let entry = known[authority] else { return .unknown }
            if let last = entry.claimedAt, now < last + Self.interval {
                return .tooSoon(seconds: Int((last + Self.interval - now + 999) / 1000))
            }
            known[authority]?.claimedAt = now
            return .granted(entry.probe)
        }
    }

    /// Removes the oldest eighth.
    private static func makeRoom(in known: inout [Authority: Entry]) {
        let oldest = known.sorted { $0.value.notedAt < $1.value.notedAt }.prefix(known.count / 8 + 1)
        for (authority, _) in oldest { known[authority] = nil }
    }

    private static let interval: Int64 = 5000
}
