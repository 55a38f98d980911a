import ForwardProxy
import InternetNames
import Networking
import TransportSecurity

/// What one worker knows of servers, and how it finds out: at once where a load must wait for its verdict, in a quiet
/// moment beside the traffic elsewhere.
public final class FactFinder {
    /// How many servers are probed at once, and for whom.
    private var shares: ProbeShares
    /// Called when something that was awaited has come.
    public var ended: () -> Void = {}

    private let context: ProbeContext
    private let cache: FactsCache
    private let tell: @Sendable (UInt64, ProbeResult) -> Void
    private var recent: RecentFacts
    private var probes: [ObjectIdentifier: Probe] = [:]
    private var waits: [UInt64: WeakWait] = [:]
    private var lastTicket: UInt64 = 0
    private var postponed = BackgroundProbeQueue<() -> Void>()
    private var timer: Timer?

    private struct WeakWait {
        weak var wait: ProbeWait?
    }

    /// A finder on that context's loop. Answers of the cache are given to `tell`, on any thread, which brings them to
    /// `probed` on this one.
    public init(
        _ context: ProbeContext, _ cache: FactsCache, _ limits: Limits,
        tell: @escaping @Sendable (UInt64, ProbeResult) -> Void
    ) {
        self.context = context
        self.cache = cache
        self.tell = tell
        shares = ProbeShares(limit: limits.probes, limitForOne: limits.probesPerClient)
        recent = RecentFacts(cache)
        timer = Timer(context.loop) { [unowned self] in self.runPostponed() }
    }

    /// Probes as many servers at once from now on as those limits say.
    public func use(_ limits: Limits) {
        shares.limit = limits.probes
        shares.limitForOne = limits.probesPerClient
    }

    /// Whether a server is being probed.
    var isProbing: Bool { !probes.isEmpty }

    /// Whether one more may wait beside the traffic, where no connection bounds how many do.
    public var hasRoomToWait: Bool { waits.count < Self.waitLimit }

    /// How many may wait beside the traffic: what ended long ago keeps what it read of a tunnel until then.
    private static let waitLimit = 4096

    /// Whether nobody waits for facts any more, now or later.
    public var isIdle: Bool { postponed.isEmpty && !waits.values.contains { $0.wait != nil } }

    /// Calls the handler with the facts of that destination, on this loop: at once where they are known, or where an
    /// probe would have to begin beyond what is left for the client; later where one is under way or begins.
    /// Where the wait is released, the handler is not called.
    public func facts(
        for key: FactsKey, at address: IPAddress? = nil, isAllowed reachability: Reachability,
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
            if mustRefresh { probe(key, at: address, reachability) }
            handler(.facts(facts))
            return nil
        case .unprobed:
            handler(.failed(.limitReached))
            return nil
        case .underWay:
            break
        case .mustProbe:
            probe(key, at: address, reachability)
        }
        let wait = ProbeWait(handler)
        waits[lastTicket] = WeakWait(wait: wait)
        return wait
    }

    /// The facts of that destination where this worker used them lately.
    public func recentFacts(for key: FactsKey) -> Facts? {
        recent.find(key, at: WallClock.elapsedMilliseconds)
    }

    /// The cache has the answer that was awaited under that ticket.
    public func probed(_ ticket: UInt64, _ result: ProbeResult) {
        waits.removeValue(forKey: ticket)?.wait?.ended(result)
        ended()
    }

    private func probe(_ key: FactsKey, at address: IPAddress?, _ reachability: Reachability) {
        let client = reachability.client
        let probe = Probe(context, key.authority, key.offer, isAllowed: reachability.isAllowed) {
            [unowned self] probe, result in
            self.settle(key, result)
            // Released only after its own call stack is gone.
            self.probes[ObjectIdentifier(probe)] = nil
            self.shares.ended(for: client)
        }
        shares.began(for: client)
        probes[ObjectIdentifier(probe)] = probe
        probe.begin(at: address)
    }

    private func settle(_ key: FactsKey, _ result: ProbeResult) {
        cache.settle(key, result, at: WallClock.elapsedMilliseconds)
    }
}

// MARK: - Beside the traffic

extension FactFinder {
    /// Does something in a quiet moment.
    public func postpone(_ action: @escaping () -> Void) {
        let crowdedOut = postponed.add(action, at: WallClock.elapsedMilliseconds)
        crowdedOut?()
        if timer?.isRunning != true { runPostponed() }
    }

    /// In some tunnel a handshake passes now.
    public func handshakePassed() {
        postponed.handshakePassed(at: WallClock.elapsedMilliseconds)
    }

    /// Waits for no quiet moment any more.
    public func hurry() {
        postponed.hurry()
        runPostponed()
    }

    private func runPostponed() {
        let now = WallClock.elapsedMilliseconds
        while shares.hasRoom, let action = postponed.next(at: now) { action() }
        // What is due already found no room; a moment later there may be some.
        if let delay = postponed.delay(at: now) { timer?.start(milliseconds: delay == 0 ? 10 : delay) }
        ended()
    }
}

/// Somebody's wait for a probe; releasing it calls the wait off, not the probe.
public final class ProbeWait {
    private let handler: (ProbeResult) -> Void

    init(_ handler: @escaping (ProbeResult) -> Void) {
        self.handler = handler
    }

    func ended(_ result: ProbeResult) {
        handler(result)
    }
}
