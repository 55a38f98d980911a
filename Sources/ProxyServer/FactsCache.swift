import Libevent
import Synchronization
import TransportSecurity

/// The facts of examined destinations, shared by all workers, and who waits for those under way.
///
/// One examination serves everyone who asks for the same facts meanwhile. The cache is bounded: when a shard is full,
/// what has expired goes first, then what is oldest.
final class FactsCache: Sendable {
    private let shards: [Shard]
    private let bounds: Mutex<Bounds>
    private let believedFor: Atomic<Int64>
    private let changes = Atomic(0)
    private let epochs = Atomic(0)

    private struct Bounds {
        /// How long facts are believed, in seconds.
        var lifetime: Int64
        /// How many a shard keeps.
        var shardLimit: Int

        init(lifetime: Int, limit: Int) {
            self.lifetime = Int64(lifetime)
            shardLimit = max(1, limit / FactsCache.shardCount)
        }
    }

    /// A cache that believes facts for that many seconds and keeps that many at most.
    init(lifetime: Int, limit: Int) {
        bounds = Mutex(Bounds(lifetime: lifetime, limit: limit))
        believedFor = Atomic(Int64(lifetime))
        shards = (0..<Self.shardCount).map { _ in Shard() }
    }

    /// How long facts are believed, in seconds.
    var lifetime: Int64 { believedFor.load(ordering: .relaxed) }

    /// Changes whenever facts are no longer believed before their time; whoever keeps some by itself forgets them then.
    var generation: Int { changes.load(ordering: .acquiring) }

    /// How often everything was forgotten: what an examination finds that began before the last time is not kept.
    var epoch: Int { epochs.load(ordering: .acquiring) }

    /// Whether those facts will be believed for a good while yet, so that nobody needs to ask again.
    static func isFresh(_ facts: Facts, at time: Instant, _ lifetime: Int64) -> Bool {
        time < facts.time + lifetime * 4 / 5
    }

    /// Believes facts for that many seconds and keeps that many at most from now on.
    func use(lifetime: Int, limit: Int) {
        bounds.withLock { $0 = Bounds(lifetime: lifetime, limit: limit) }
        believedFor.store(Int64(lifetime), ordering: .relaxed)
        changes.add(1, ordering: .acquiringAndReleasing)
    }

    /// Someone who waits for an examination: a worker, and what it calls its wait.
    struct Waiter: Sendable {
        var mailbox: Mailbox<WorkerMessage>
        var ticket: UInt64
    }

    /// What the cache answers.
    enum Answer {
        /// These facts are known and still believed. With `mustRefresh` they will not be for long: the asker is to
        /// examine anew, beside its load, and to call `settle` in the end.
        case known(Facts, mustRefresh: Bool)
        /// Somebody examines; the waiter will be told.
        case underWay
        /// Nobody does: the asker is to examine, and to call `settle` in the end. The waiter will be told then.
        case toExamine
    }

    /// Looks facts up at that time, and notes the waiter where there are none.
    func look(for key: FactsKey, at time: Instant, waiter: Waiter) -> Answer {
        let lifetime = self.lifetime
        return shard(of: key).entries.withLock { entries in
            switch entries[key] {
            case .settled(let facts, let isRefreshing) where time < facts.time + lifetime:
                let mustRefresh = !isRefreshing && !Self.isFresh(facts, at: time, lifetime)
                if mustRefresh { entries[key] = .settled(facts, isRefreshing: true) }
                return .known(facts, mustRefresh: mustRefresh)
            case .pending(var waiters):
                // Out of the entry first, so that the array has one owner and is not copied.
                entries[key] = nil
                waiters.append(waiter)
                entries[key] = .pending(waiters)
                return .underWay
            case .settled, nil:
                entries[key] = .pending([waiter])
                return .toExamine
            }
        }
    }

    /// Keeps what an examination found that began in that epoch, tells everyone who waits, and forgets the wait. Failures
    /// are not kept: the next one who asks tries again.
    func settle(_ key: FactsKey, _ result: ExaminationResult, since epoch: Int) {
        let bounds = bounds.withLock { $0 }
        let waiters = shard(of: key).entries.withLock { entries -> [Waiter] in
            var waiting: [Waiter] = []
            if case .pending(let waiters) = entries[key] { waiting = waiters }
            switch result {
            case .facts where epoch != self.epoch:
                if case .pending = entries[key] { entries[key] = nil }
            case .facts(let facts):
                entries[key] = nil
                if entries.count >= bounds.shardLimit { makeRoom(in: &entries, at: facts.time, bounds) }
                entries[key] = .settled(facts, isRefreshing: false)
            case .failed:
                // What was found before is believed to its end.
                if case .settled = entries[key] { break }
                entries[key] = nil
            }
            return waiting
        }
        for waiter in waiters { waiter.mailbox.post(.examined(ticket: waiter.ticket, result)) }
    }

    /// Forgets what is settled under that key, because something contradicts it; false where nothing was forgotten. What
    /// is younger than ten seconds stays, so that a server with two faces is not examined for every load.
    func expire(_ key: FactsKey, at time: Instant) -> Bool {
        shard(of: key).entries.withLock { entries in
            guard case .settled(let facts, _) = entries[key], facts.time + Self.minimumLifetime <= time else {
                return false
            }
            entries[key] = nil
            changes.add(1, ordering: .acquiringAndReleasing)
            return true
        }
    }

    /// Forgets everything that is settled: the trust store has changed.
    func forgetAll() {
        // First: what is settled from here on is of before, and what was settled until here goes with its shard.
        epochs.add(1, ordering: .acquiringAndReleasing)
        for shard in shards {
            shard.entries.withLock { entries in
                entries = entries.filter { if case .pending = $0.value { true } else { false } }
            }
        }
        // Last, so that no worker keeps by itself what was still there.
        changes.add(1, ordering: .acquiringAndReleasing)
    }

    private func shard(of key: FactsKey) -> Shard {
        shards[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))]
    }

    /// Frees an eighth at least, so that a full shard is not scanned for every newcomer.
    private func makeRoom(in entries: inout [FactsKey: Entry], at time: Instant, _ bounds: Bounds) {
        let settled = entries.compactMap { key, entry -> (FactsKey, Instant)? in
            if case .settled(let facts, _) = entry { (key, facts.time) } else { nil }
        }.sorted { $0.1 < $1.1 }
        let expired = settled.prefix { $0.1 + bounds.lifetime <= time }.count
        for (key, _) in settled.prefix(max(expired, bounds.shardLimit / 8 + 1)) { entries[key] = nil }
    }

    private enum Entry {
        case pending([Waiter])
        case settled(Facts, isRefreshing: Bool)
    }

    private final class Shard: Sendable {
        let entries = Mutex<[FactsKey: Entry]>([:])
    }

    private static let shardCount = 16
    private static let minimumLifetime: Int64 = 10
}
