import InternetNames
import Synchronization
import TransportSecurity

/// A bounded cache of facts, shared by all workers.
///
/// The first load that needs some facts makes the probe. Loads that need the same facts meanwhile wait for its result.
/// When a shard is full, its oldest facts are removed. All times are in milliseconds of
/// `WallClock.elapsedMilliseconds`.
public final class FactsCache: Sendable {
    private let shards: [Shard]
    private let bounds: Mutex<Bounds>
    /// The lifetime in `bounds` once more, which lookups read without a lock.
    private let factsLifetime: Atomic<Int64>
    /// The number of removals before the end of the lifetime, and of new lifetimes (`generation`).
    private let changes = Atomic(0)
    /// The oldest generation whose facts are stored.
    private let oldestTrustGeneration = Atomic(0)

    private struct Bounds {
        /// The time for which facts are used, in milliseconds.
        var lifetime: Int64
        /// The most facts in a shard.
        var shardLimit: Int
        /// The most bytes of certificates in a shard: 16 KiB for each of the facts, of which ordinary ones take 4.
        var shardBytes: Int { shardLimit * 16_384 }

        init(lifetime: Int, limit: Int) {
            self.lifetime = Int64(lifetime) * 1000
            shardLimit = max(1, limit / FactsCache.shardCount)
        }
    }

    /// A cache that uses facts for that many seconds and keeps at most that many.
    public init(lifetime: Int, limit: Int) {
        bounds = Mutex(Bounds(lifetime: lifetime, limit: limit))
        factsLifetime = Atomic(Int64(lifetime) * 1000)
        shards = (0..<Self.shardCount).map { _ in Shard() }
    }

    /// The time for which facts are used, in milliseconds.
    public var lifetime: Int64 { factsLifetime.load(ordering: .relaxed) }

    /// A number that changes when facts are removed before they expire. Other caches of the same facts are then
    /// cleared.
    var generation: Int { changes.load(ordering: .acquiring) }

    /// Whether at least a fifth of the lifetime of those facts is left. Fresh facts need no refresh yet.
    static func isFresh(_ facts: ServerFacts, at time: Int64, _ lifetime: Int64) -> Bool {
        time < facts.foundAt + Self.lifetime(of: facts, lifetime) * 4 / 5
    }

    /// The time for which those facts are used. Transient ones expire within seconds.
    private static func lifetime(of facts: ServerFacts, _ lifetime: Int64) -> Int64 {
        facts.areTransient ? min(lifetime, transientLifetime) : lifetime
    }

    /// Applies a new lifetime in seconds, and a new limit on the number of facts.
    public func use(lifetime: Int, limit: Int) {
        bounds.withLock { $0 = Bounds(lifetime: lifetime, limit: limit) }
        factsLifetime.store(Int64(lifetime) * 1000, ordering: .relaxed)
        changes.add(1, ordering: .acquiringAndReleasing)
    }

    /// A wait for the result of a probe: its ticket, and a function that takes both on any thread.
    struct Waiter: Sendable {
        var ticket: UInt64
        var tell: @Sendable (UInt64, ProbeResult) -> Void
    }

    /// The result of a lookup.
    enum Answer {
        /// The facts are in the cache. With `mustRefresh` they expire soon: the caller makes a probe in the background,
        /// and calls `settle` with its result.
        case known(ServerFacts, mustRefresh: Bool)
        /// A probe is under way, and its result goes to the waiter.
        case underWay
        /// The caller makes a probe, and calls `settle` with its result, which goes to the waiter.
        case mustProbe
        /// There are no facts, and no probe is under way or permitted.
        case unprobed
    }

    /// Looks facts up at that time. Adds the waiter if a probe is under way or must be made.
    ///
    /// A caller that may not probe leaves no entry, because other loads would wait for it in vain.
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
                // Removed from the entry first: the array then has one owner and is not copied.
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

    /// Stores the result of a probe that ended at that time, and tells it to every waiter.
    ///
    /// A failure is not stored: the next load makes another probe.
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
                if entries.count >= bounds.shardLimit || entries.bytes + facts.certificateBytes > bounds.shardBytes {
                    makeRoom(for: facts, in: &entries, at: time, bounds)
                }
                entries[key] = .settled(Settled(facts: facts))
            case .facts, .failed:
                // Facts from before are used until they expire. The refresh is tried again after a pause.
                entries[key] = known.map { .settled(Settled(facts: $0, nextTry: time + Self.pauseBetweenTries)) }
            }
            return waiting
        }
        for waiter in waiters { waiter.tell(waiter.ticket, result) }
    }

    /// The facts of an entry that have not expired.
    private static func known(in entry: Entry?, at time: Int64, _ bounds: Bounds) -> ServerFacts? {
        guard case .settled(let settled) = entry else { return nil }
        return time < settled.facts.foundAt + lifetime(of: settled.facts, bounds.lifetime) ? settled.facts : nil
    }

    private func shard(of key: FactsKey) -> Shard {
        shards[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))]
    }

    /// Removes all facts that have expired, and of the others as many as the new facts need, first those that expire
    /// first. Removes at least an eighth, because a full shard must not be scanned for every insertion.
    private func makeRoom(for facts: ServerFacts, in entries: inout Entries, at time: Int64, _ bounds: Bounds) {
        let settled = entries.settled.map { key, facts in
            (key: key, end: facts.foundAt + Self.lifetime(of: facts, bounds.lifetime))
        }.sorted { $0.end < $1.end }
        let expired = settled.prefix { $0.end <= time }.count
        let least = max(expired, min(bounds.shardLimit, settled.count) / 8 + 1)
        for (index, (key, _)) in settled.enumerated() {
            guard index < least || entries.bytes + facts.certificateBytes > bounds.shardBytes else { return }
            entries.evict(key)
        }
    }

    private enum Entry {
        case pending([Waiter])
        case settled(Settled)

        var isSettled: Bool {
            switch self {
            case .settled: return true
            case .pending: return false
            }
        }

        var bytes: Int {
            switch self {
            case .settled(let settled): return settled.facts.certificateBytes
            case .pending: return 0
            }
        }
    }

    private struct Settled {
        var facts: ServerFacts
        var isRefreshing = false
        /// The time before which no refresh is made.
        var nextTry: Int64 = .min

        func mayRefresh(at time: Int64) -> Bool { !isRefreshing && time >= nextTry }
    }

    /// The entries of a shard, with their numbers.
    private struct Entries {
        private var entries: [FactsKey: Entry] = [:]
        /// The number of facts.
        private(set) var settledCount = 0
        /// The bytes of the certificates of all facts.
        private(set) var bytes = 0
        /// The number of facts that were removed to make room for others.
        private(set) var evictedCount = 0

        /// The number of entries, facts or not.
        var count: Int { entries.count }

        /// The facts with their keys.
        var settled: [(FactsKey, ServerFacts)] {
            entries.compactMap { key, entry in
                if case .settled(let settled) = entry { (key, settled.facts) } else { nil }
            }
        }

        subscript(key: FactsKey) -> Entry? {
            get { entries[key] }
            set {
                let old: Entry?
                if let newValue {
                    old = entries.updateValue(newValue, forKey: key)
                    if newValue.isSettled { settledCount += 1 }
                    bytes += newValue.bytes
                } else {
                    old = entries.removeValue(forKey: key)
                }
                if let old, old.isSettled { settledCount -= 1 }
                bytes -= old?.bytes ?? 0
            }
        }

        /// Removes facts to make room.
        mutating func evict(_ key: FactsKey) {
            self[key] = nil
            evictedCount += 1
        }

        /// Removes the facts whose keys meet a condition.
        mutating func removeFacts(where isOver: (FactsKey) -> Bool) {
            entries = entries.filter { key, entry in !entry.isSettled || !isOver(key) }
            settledCount = entries.values.count(where: \.isSettled)
            bytes = entries.values.reduce(0) { $0 + $1.bytes }
        }
    }

    private final class Shard: Sendable {
        let entries = Mutex(Entries())
    }

    private static let shardCount = 16
    /// The shortest time for which facts are used, even if a tunnel contradicts them.
    private static let minimumLifetime: Int64 = 10_000
    /// The time for which facts are used that refuse a load.
    private static let refusalLifetime: Int64 = 5_000
    /// The time for which transient facts are used.
    private static let transientLifetime: Int64 = 5_000
    /// The pause after a refresh that has failed.
    private static let pauseBetweenTries: Int64 = 5_000
}

// MARK: - Numbers

extension FactsCache {
    /// The number of facts that are kept, also of those that have expired and are not removed yet.
    public var count: Int { shards.reduce(0) { $0 + $1.entries.withLock(\.settledCount) } }

    /// The number of facts that were removed to make room for others.
    public var evictedCount: Int { shards.reduce(0) { $0 + $1.entries.withLock(\.evictedCount) } }
}

// MARK: - Removal

extension FactsCache {
    /// Removes the facts for that key, because a tunnel contradicts them. Returns whether there were any.
    ///
    /// Facts younger than ten seconds stay. A server whose answers differ is thus not probed for every load.
    public func expire(_ key: FactsKey, at time: Int64) -> Bool {
        expire(key) { $0.foundAt + Self.minimumLifetime <= time }
    }

    /// Removes those facts for that key, whatever their age, because no connection to their address is possible.
    public func expire(_ key: FactsKey, unreachable facts: ServerFacts) {
        _ = expire(key) { $0 === facts }
    }

    /// Removes those facts for that key, because a load would be refused by them. Returns whether the caller is to look
    /// for newer ones.
    ///
    /// Facts younger than five seconds stay, unless they are from before `forgotten`: a destination that stays refused
    /// is probed at most once in that time.
    func expire(_ key: FactsKey, refusing facts: ServerFacts, at time: Int64, forgotten: Int64) -> Bool {
        guard facts.foundAt + Self.refusalLifetime <= time || facts.foundAt < forgotten else { return false }
        return expire(key) { $0 === facts }
    }

    private func expire(_ key: FactsKey, where isOver: (ServerFacts) -> Bool) -> Bool {
        shard(of: key).entries.withLock { entries in
            guard case .settled(let settled) = entries[key], isOver(settled.facts) else { return false }
            entries[key] = nil
            changes.add(1, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// Removes all facts about a destination, whatever their age, because somebody asks for newer ones.
    public func forget(_ authority: Authority) {
        for shard in shards {
            shard.entries.withLock { $0.removeFacts { key in key.authority == authority } }
        }
        changes.add(1, ordering: .acquiringAndReleasing)
    }

    /// Removes the facts of older generations, and stores no others of them.
    public func forget(before trustGeneration: Int) {
        // First, because `settle` must not store old facts in a shard that is cleared already.
        _ = oldestTrustGeneration.max(trustGeneration, ordering: .acquiringAndReleasing)
        for shard in shards {
            shard.entries.withLock { $0.removeFacts { key in key.trustGeneration < trustGeneration } }
        }
        // Last, because no worker may copy old facts after it has cleared its own.
        changes.add(1, ordering: .acquiringAndReleasing)
    }
}
