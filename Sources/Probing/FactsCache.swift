import Synchronization
import TransportSecurity

/// The facts of probed destinations, shared by all workers, and who waits for those under way.
///
/// One probe serves everyone who asks for the same facts meanwhile. The cache is bounded: when a shard is full,
/// what has expired goes first, then what is oldest. All times are in milliseconds of `WallClock.elapsedMilliseconds`.
public final class FactsCache: Sendable {
    private let shards: [Shard]
    private let bounds: Mutex<Bounds>
    private let believedFor: Atomic<Int64>
    private let changes = Atomic(0)
    private let oldestTrustGeneration = Atomic(0)

    private struct Bounds {
        /// How long facts are believed, in milliseconds.
        var lifetime: Int64
        /// How many a shard keeps.
        var shardLimit: Int

        init(lifetime: Int, limit: Int) {
            self.lifetime = Int64(lifetime) * 1000
            shardLimit = max(1, limit / FactsCache.shardCount)
        }
    }

    /// A cache that believes facts for that many seconds and keeps that many at most.
    public init(lifetime: Int, limit: Int) {
        bounds = Mutex(Bounds(lifetime: lifetime, limit: limit))
        believedFor = Atomic(Int64(lifetime) * 1000)
        shards = (0..<Self.shardCount).map { _ in Shard() }
    }

    /// How long facts are believed, in milliseconds.
    public var lifetime: Int64 { believedFor.load(ordering: .relaxed) }

    /// Changes whenever facts are no longer believed before their time; whoever keeps some by itself forgets them then.
    var generation: Int { changes.load(ordering: .acquiring) }

    /// Whether those facts will be believed for a good while yet, so that nobody needs to ask again.
    static func isFresh(_ facts: Facts, at time: Int64, _ lifetime: Int64) -> Bool {
        time < facts.foundAt + Self.lifetime(of: facts, lifetime) * 4 / 5
    }

    /// How long those facts are believed: what may be over in a moment, for seconds alone.
    private static func lifetime(of facts: Facts, _ lifetime: Int64) -> Int64 {
        facts.areTransient ? min(lifetime, transientLifetime) : lifetime
    }

    /// Believes facts for that many seconds and keeps that many at most from now on.
    public func use(lifetime: Int, limit: Int) {
        bounds.withLock { $0 = Bounds(lifetime: lifetime, limit: limit) }
        believedFor.store(Int64(lifetime) * 1000, ordering: .relaxed)
        changes.add(1, ordering: .acquiringAndReleasing)
    }

    /// Someone who waits for a probe: what it calls its wait, and how to tell it the result, from any thread.
    struct Waiter: Sendable {
        var ticket: UInt64
        var tell: @Sendable (UInt64, ProbeResult) -> Void
    }

    /// What the cache answers.
    enum Answer {
        /// These facts are known and still believed. With `mustRefresh` they will not be for long: the asker is to
        /// probe anew, beside its load, and to call `settle` in the end.
        case known(Facts, mustRefresh: Bool)
        /// Somebody probes; the waiter will be told.
        case underWay
        /// Nobody does: the asker is to probe, and to call `settle` in the end. The waiter will be told then.
        case mustProbe
        /// Nobody does, and the asker may not.
        case unprobed
    }

    /// Looks facts up at that time, and notes the waiter where there are none. An asker that may not probe leaves
    /// nothing behind that others would wait for in vain.
    func look(for key: FactsKey, at time: Int64, waiter: Waiter, mayProbe: Bool = true) -> Answer {
        let lifetime = self.lifetime
        return shard(of: key).entries.withLock { entries in
            switch entries[key] {
            case .settled(var settled) where time < settled.facts.foundAt + Self.lifetime(of: settled.facts, lifetime):
                guard mayProbe, settled.mayRefresh(at: time), !Self.isFresh(settled.facts, at: time, lifetime) else {
                    return .known(settled.facts, mustRefresh: false)
                }
                settled.isRefreshing = true
                entries[key] = .settled(settled)
                return .known(settled.facts, mustRefresh: true)
            case .pending(var waiters):
                // Out of the entry first, so that the array has one owner and is not copied.
                entries[key] = nil
                waiters.append(waiter)
                entries[key] = .pending(waiters)
                return .underWay
            case .settled, nil:
                guard mayProbe else { return .unprobed }
                entries[key] = .pending([waiter])
                return .mustProbe
            }
        }
    }

    /// Keeps what a probe found that ended then, tells everyone who waits, and forgets the wait. Failures are not
    /// kept: the next one who asks tries again.
    func settle(_ key: FactsKey, _ result: ProbeResult, at time: Int64) {
        let bounds = bounds.withLock { $0 }
        let isOutdated = key.trustGeneration < oldestTrustGeneration.load(ordering: .acquiring)
        let waiters = shard(of: key).entries.withLock { entries -> [Waiter] in
            var waiting: [Waiter] = []
            if case .pending(let waiters) = entries[key] { waiting = waiters }
            let known = Self.known(in: entries[key], at: time, bounds)
            switch result {
            case .facts where isOutdated:
                entries[key] = nil
            case .facts(let facts) where known == nil || !facts.areTransient:
                entries[key] = nil
                if entries.count >= bounds.shardLimit { makeRoom(in: &entries, at: time, bounds) }
                entries[key] = .settled(Settled(facts: facts))
            case .facts, .failed:
                // What was found before is believed to its end, and in a while somebody tries again.
                entries[key] = known.map { .settled(Settled(facts: $0, nextTry: time + Self.pauseBetweenTries)) }
            }
            return waiting
        }
        for waiter in waiters { waiter.tell(waiter.ticket, result) }
    }

    /// The facts of an entry that are believed still.
    private static func known(in entry: Entry?, at time: Int64, _ bounds: Bounds) -> Facts? {
        guard case .settled(let settled) = entry else { return nil }
        return time < settled.facts.foundAt + lifetime(of: settled.facts, bounds.lifetime) ? settled.facts : nil
    }

    private func shard(of key: FactsKey) -> Shard {
        shards[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))]
    }

    /// Frees an eighth at least, so that a full shard is not scanned for every newcomer.
    private func makeRoom(in entries: inout [FactsKey: Entry], at time: Int64, _ bounds: Bounds) {
        let settled = entries.compactMap { key, entry -> (FactsKey, Facts)? in
            if case .settled(let settled) = entry { (key, settled.facts) } else { nil }
        }.sorted { $0.1.foundAt < $1.1.foundAt }
        let expired = settled.prefix { $0.1.foundAt + Self.lifetime(of: $0.1, bounds.lifetime) <= time }.count
        for (key, _) in settled.prefix(max(expired, bounds.shardLimit / 8 + 1)) { entries[key] = nil }
    }

    private enum Entry {
        case pending([Waiter])
        case settled(Settled)
    }

    private struct Settled {
        var facts: Facts
        var isRefreshing = false
        /// Before then nobody probes anew.
        var nextTry: Int64 = .min

        func mayRefresh(at time: Int64) -> Bool { !isRefreshing && time >= nextTry }
    }

    private final class Shard: Sendable {
        let entries = Mutex<[FactsKey: Entry]>([:])
    }

    private static let shardCount = 16
    /// What is contradicted is believed at least that long.
    private static let minimumLifetime: Int64 = 10_000
    /// What may be over in a moment is believed for so long.
    private static let transientLifetime: Int64 = 5_000
    /// How long after a probe beside the traffic has failed another is made.
    private static let pauseBetweenTries: Int64 = 5_000
}

// MARK: - Forgetting

extension FactsCache {
    /// Forgets what is settled under that key, because something contradicts it; false where nothing was forgotten. What
    /// is younger than ten seconds stays, so that a server with two faces is not probed for every load.
    public func expire(_ key: FactsKey, at time: Int64) -> Bool {
        expire(key) { $0.foundAt + Self.minimumLifetime <= time }
    }

    /// Forgets those facts under that key, however young: the address that they lead to cannot be connected to.
    public func expire(_ key: FactsKey, unreachable facts: Facts) {
        _ = expire(key) { $0 === facts }
    }

    private func expire(_ key: FactsKey, where isOver: (Facts) -> Bool) -> Bool {
        shard(of: key).entries.withLock { entries in
            guard case .settled(let settled) = entries[key], isOver(settled.facts) else { return false }
            entries[key] = nil
            changes.add(1, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// Forgets what rests on less than that trustGeneration, and keeps no more of it.
    public func forget(before trustGeneration: Int) {
        // First: what is settled from here on is not kept, and what was settled until here goes with its shard.
        _ = oldestTrustGeneration.max(trustGeneration, ordering: .acquiringAndReleasing)
        for shard in shards {
            shard.entries.withLock { entries in
                entries = entries.filter { key, entry in
                    if case .pending = entry { true } else { key.trustGeneration >= trustGeneration }
                }
            }
        }
        // Last, so that no worker keeps by itself what was still there.
        changes.add(1, ordering: .acquiringAndReleasing)
    }
}
