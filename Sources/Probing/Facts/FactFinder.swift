import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// Finds the facts of servers for one worker: in the shared cache, or by a probe.
///
/// A load that may not pass before its verdict gets its facts at once. For all others, probes wait in the background
/// until no client makes a TLS handshake (`postpone`).
public final class FactFinder {
    private var shares: ProbeShares
    /// Called whenever a wait or a postponed action is over.
    public var ended: () -> Void = {}

    /// The counts of the finder, for its owner.
    public let counters: ProbeCounters

    private let context: ProbeContext
    private let cache: FactsCache
    private let repeatable: RepeatableProbes
    private let tell: @Sendable (UInt64, ProbeResult) -> Void
    private var recent: RecentFacts
    private var probes: [ObjectIdentifier: Probe] = [:]
    private var waits: [UInt64: WeakWait] = [:]
    private var lastTicket: UInt64 = 0
    private var postponed = BackgroundProbeQueue<() -> Void>()
    private var timer: Timer?
    /// The time before which no facts lead to a refusal, in milliseconds of the monotonic clock.
    private var refusalsForgottenAt: Int64 = .min

    private struct WeakWait {
        weak var wait: ProbeWait?
    }

    /// A finder on the loop of that context.
    ///
    /// - Parameter tell: Called on any thread with a ticket and the result of its probe, which may have been made by
    ///   another worker. The closure passes both to `probed` on the finder's own thread.
    public init(
        _ context: ProbeContext, _ cache: FactsCache, _ limits: Limits, counters: ProbeCounters = ProbeCounters(),
        repeatable: RepeatableProbes = RepeatableProbes(),
        tell: @escaping @Sendable (UInt64, ProbeResult) -> Void
    ) {
        self.context = context
        self.cache = cache
        self.repeatable = repeatable
        self.counters = counters
        self.tell = tell
        shares = ProbeShares(limit: limits.probes, limitForOne: limits.probesPerClient)
        recent = RecentFacts(cache)
        timer = Timer(context.loop) { [unowned self] in self.runPostponed() }
    }

    /// Applies new limits to the probes that begin from now on.
    public func use(_ limits: Limits) {
        shares.limit = limits.probes
        shares.limitForOne = limits.probesPerClient
    }

    /// Whether a probe is under way on this worker.
    var isProbing: Bool { !probes.isEmpty }

    /// Whether another wait in the background may begin. No connection of a client bounds the number of those.
    public var hasRoomToWait: Bool { waits.count < Self.waitLimit }

    /// The most waits at once. A wait may outlive its tunnel, and keeps the bytes that were read of it.
    private static let waitLimit = 4096

    /// Whether there is no wait and no postponed action.
    public var isIdle: Bool { postponed.isEmpty && !waits.values.contains { $0.wait != nil } }

    /// Calls the handler with the facts for that key, on this loop.
    ///
    /// The handler is called before this returns, and nil is returned, if the facts are known, or if a probe would
    /// exceed the limits. Otherwise the handler is called when the probe is over, unless the returned wait is released
    /// before.
    ///
    /// - Parameters:
    ///   - address: The address to probe; nil for one that the name of the server resolves to.
    ///   - isForLoad: Whether a load needs the facts. Its probe can then be made again on demand.
    public func facts(
        for key: FactsKey, at address: IPAddress? = nil, isAllowed reachability: Reachability, isForLoad: Bool = true,
        handler: @escaping (ProbeResult) -> Void
    ) -> ProbeWait? {
        let now = WallClock.elapsedMilliseconds
        if let facts = recent.find(key, at: now) {
            handler(.facts(facts))
            return nil
        }
        lastTicket += 1
        let waiter = FactsCache.Waiter(ticket: lastTicket, tell: tell)
        let mayProbe = shares.hasRoom(for: reachability.client)
        switch cache.look(for: key, at: now, waiter: waiter, mayProbe: mayProbe) {
        case .known(let facts, let mustRefresh):
            recent.keep(facts, for: key)
            if mustRefresh { probe(key, at: address, reachability, isForLoad: isForLoad) }
            handler(.facts(facts))
            return nil
        case .unprobed:
            handler(.failed(.limitReached))
            return nil
        case .underWay:
            break
        case .mustProbe:
            probe(key, at: address, reachability, isForLoad: isForLoad)
        }
        let wait = ProbeWait(handler)
        waits[lastTicket] = WeakWait(wait: wait)
        return wait
    }

    /// The facts for that key if this worker has used them lately; otherwise nil.
    public func recentFacts(for key: FactsKey) -> ServerFacts? {
        recent.find(key, at: WallClock.elapsedMilliseconds)
    }

    /// Forgets the facts for that key by which a load of that client would be refused, if they are older than five
    /// seconds or than the latest call of `forgetRefusals`. Returns whether the load is to look for newer ones.
    public func forgets(_ refusing: ServerFacts, for key: FactsKey, of client: IPAddress) -> Bool {
        shares.hasRoom(for: client)
            && cache.expire(
                key, refusing: refusing, at: WallClock.elapsedMilliseconds, forgotten: refusalsForgottenAt)
    }

    /// Lets no load be refused by facts from before, as they may be out of date.
    public func forgetRefusals() {
        refusalsForgottenAt = WallClock.elapsedMilliseconds
    }

    /// Ends the wait with that ticket.
    public func probed(_ ticket: UInt64, _ result: ProbeResult) {
        waits.removeValue(forKey: ticket)?.wait?.ended(result)
        ended()
    }

    private func probe(_ key: FactsKey, at address: IPAddress?, _ reachability: Reachability, isForLoad: Bool) {
        let client = reachability.client
        let began = WallClock.elapsedMilliseconds
        if isForLoad { repeatable.note(RepeatableProbes.Probe(key: key, address: address, client: client), at: began) }
        let probe = Probe(
            context, key.authority, key.offer, on: key.system, upstreamProxy: key.upstreamProxy, for: client,
            isAllowed: reachability.isAllowed
        ) {
            [unowned self] probe, result in
            self.settle(key, result)
            // The caller still holds the probe until its own call returns.
            self.probes[ObjectIdentifier(probe)] = nil
            self.shares.ended(for: client)
            self.counters.ended(result, after: WallClock.elapsedMilliseconds - began)
        }
        shares.began(for: client)
        counters.running.add(1)
        probes[ObjectIdentifier(probe)] = probe
        probe.begin(at: address)
    }

    private func settle(_ key: FactsKey, _ result: ProbeResult) {
        cache.settle(key, result, at: WallClock.elapsedMilliseconds)
    }
}

// MARK: - In the background

extension FactFinder {
    /// Runs the action when no client makes a TLS handshake. If too many actions wait, the oldest runs at once.
    public func postpone(_ action: @escaping () -> Void) {
        let displaced = postponed.add(action, at: WallClock.elapsedMilliseconds)
        counters.postponed.set(postponed.count)
        displaced?()
        if timer?.isRunning != true { runPostponed() }
    }

    /// Notes that a TLS handshake passes in a tunnel now.
    public func handshakePassed() {
        postponed.handshakePassed(at: WallClock.elapsedMilliseconds)
    }

    /// Makes that probe again in the background. The facts of before are to be removed from the cache first.
    public func `repeat`(_ probe: RepeatableProbes.Probe, isAllowed: @escaping (IPAddress, UInt16) -> Bool) {
        let reachability = Reachability(client: probe.client, isAllowed: isAllowed)
        postpone { [unowned self] in
            _ = self.facts(for: probe.key, at: probe.address, isAllowed: reachability) { _ in }
        }
    }

    /// Runs postponed actions without further delay.
    public func endDelays() {
        postponed.endDelays()
        runPostponed()
    }

    private func runPostponed() {
        let now = WallClock.elapsedMilliseconds
        while shares.hasRoom, let action = postponed.next(at: now) { action() }
        counters.postponed.set(postponed.count)
        // An action that is due already has found no room, and is tried again after 10 ms.
        if let delay = postponed.delay(at: now) { timer?.start(milliseconds: delay == 0 ? 10 : delay) }
        ended()
    }
}

/// The facts that one worker has used lately, which it finds without a lock.
struct RecentFacts {
    private let cache: FactsCache
    private var facts: [FactsKey: ServerFacts] = [:]
    private var generation = 0

    /// Facts out of that cache.
    init(_ cache: FactsCache) {
        self.cache = cache
    }

    /// The facts for that key; nil if the cache has to be asked, because they are unknown, or expire soon.
    mutating func find(_ key: FactsKey, at time: Int64) -> ServerFacts? {
        guard generation == cache.generation else {
            generation = cache.generation
            facts = [:]
            return nil
        }
        guard let found = facts[key], FactsCache.isFresh(found, at: time, cache.lifetime) else { return nil }
        return found
    }

    /// Stores facts out of the cache.
    mutating func keep(_ found: ServerFacts, for key: FactsKey) {
        if facts.count >= Self.limit { facts = [:] }
        facts[key] = found
    }

    /// The most facts that are kept.
    private static let limit = 4096
}
