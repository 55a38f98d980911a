import ForwardProxy
import Libevent
import Recording
import TransportSecurity

/// One thread with its event loop, and everything of the proxy that lives on it.
final class Worker {
    let loop: EventLoop
    let mailbox: Mailbox<WorkerMessage>
    let context: ExaminationContext
    let pool: OriginPool
    private(set) var configuration: ServerConfiguration
    let shared: SharedState
    /// The passwords that are being checked.
    let passwords: PasswordChecks

    private var reader: MailboxReader?
    private var listeners: [SocketAddress: Listener] = [:]
    private var ports: [SocketAddress: ProxyPort] = [:]
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var tunnels: [ObjectIdentifier: TunnelRelay] = [:]
    private var examinations: [ObjectIdentifier: Examination] = [:]
    private var waits: [UInt64: WeakWait] = [:]
    private var postponed = QuietQueue<() -> Void>()
    private var postponement: Timer?
    private var lastTicket: UInt64 = 0
    private var isDraining = false
    private(set) var survey: Survey?
    private var isDrained = false
    private var recentFacts: RecentFacts
    private var recentRequirements = RecentRequirements()
    /// Where events are written before they go to the recording.
    var json = JSONWriter()
    private var identifiers = EventIDGenerator()
    private var random = SystemRandomNumberGenerator()

    /// A worker on its own loop; to be made on the thread that will run it.
    init(
        _ configuration: ServerConfiguration, shared: SharedState, mailbox: Mailbox<WorkerMessage>, resolver: Resolver
    ) throws(SystemError) {
        loop = try EventLoop()
        self.mailbox = mailbox
        self.shared = shared
        passwords = PasswordChecks(mailbox, shared)
        recentFacts = RecentFacts(shared.facts)
        self.configuration = configuration
        context = try ExaminationContext(loop, resolver, configuration.examination) { shared.recording.record($0) }
        pool = OriginPool(
            loop, limit: configuration.limits.idleOrigins, lifetime: Int(configuration.limits.idleOriginSeconds))
        note(configuration.ports)
        survey = configuration.depth == .full ? Survey(self) : nil
        postponement = Timer(loop) { [unowned self] in self.runPostponed() }
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// Serves until it is told to stop.
    func run() {
        loop.run()
    }

    private struct WeakWait {
        weak var wait: ExaminationWait?
    }

    private func receive(_ message: WorkerMessage) {
        switch message {
        case .listen(let parcel):
            listen(parcel)
        case .examined(let ticket, let result):
            waits.removeValue(forKey: ticket)?.wait?.ended(result)
            reportIfDrained()
        case .authenticated(let ticket, let outcome):
            passwords.ended(ticket, outcome)
        case .reconfigure(let configuration):
            reconfigure(configuration)
        case .drain:
            drain()
        case .stop:
            for tunnel in Array(tunnels.values) { tunnel.end(.stopped) }
            loop.stop()
        }
    }

    private func reconfigure(_ new: ServerConfiguration) {
        configuration = new
        recentRequirements.removeAll()
        context.use(new.examination)
        note(new.ports)
        listeners = listeners.filter { ports[$0.key] != nil }
        pool.use(limit: new.limits.idleOrigins, lifetime: Int(new.limits.idleOriginSeconds))
        switch new.depth {
        case .full where isDraining: break
        case .full: survey = survey ?? Survey(self)
        case .needed: survey = nil
        }
    }

    private func note(_ ports: [ProxyPort]) {
        self.ports = Dictionary(ports.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func listen(_ parcel: SocketParcel) {
        guard !isDraining, let socket = parcel.take() else { return }
        let address = socket.address
        listeners[address] = Listener(loop, socket) { [shared] in
            !shared.census.isFull
        } accept: { [unowned self] descriptor, client in
            self.accept(descriptor, from: client, at: address)
        }
    }

    private func accept(_ descriptor: Int32, from address: SocketAddress, at listener: SocketAddress) {
        guard let port = ports[listener] else {
            // Closed with the stream, since nobody serves there any more.
            _ = Stream(loop, descriptor: descriptor)
            return
        }
        let connection = Connection(self, port, descriptor: descriptor, from: address)
        connections[ObjectIdentifier(connection)] = connection
        connection.begin()
    }

    private func drain() {
        isDraining = true
        listeners = [:]
        survey?.stop()
        survey = nil
        for connection in Array(connections.values) { connection.drain() }
        postponed.hurry()
        runPostponed()
        reportIfDrained()
    }

    /// A verdict beside the traffic may still be awaited when the connection that it is about has ended.
    private func reportIfDrained() {
        guard isDraining, !isDrained, connections.isEmpty, tunnels.isEmpty, postponed.isEmpty,
            !waits.values.contains(where: { $0.wait != nil })
        else { return }
        isDrained = true
        shared.workerDrained()
    }
}

// MARK: - What lives on the worker

extension Worker {
    /// The listener on that address as it is now; nil where there is none any more.
    func port(at address: SocketAddress) -> ProxyPort? {
        ports[address]
    }

    /// Whether a server is being examined.
    var isExamining: Bool { !examinations.isEmpty }

    /// A connection has ended.
    func forget(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        shared.census.left(from: connection.clientAddress.address)
        reportIfDrained()
    }

    /// A connection has become a tunnel.
    func replace(_ connection: Connection, by tunnel: TunnelRelay) {
        tunnels[ObjectIdentifier(tunnel)] = tunnel
        connections[ObjectIdentifier(connection)] = nil
        tunnel.begin()
    }

    /// A tunnel has ended.
    func forget(_ tunnel: TunnelRelay) {
        tunnels[ObjectIdentifier(tunnel)] = nil
        shared.census.left(from: tunnel.clientAddress)
        reportIfDrained()
    }
}

// MARK: - Finding out and judging

extension Worker {
    /// Calls the handler with the facts of that destination, on this loop: at once where they are known, later where
    /// an examination is under way or must begin. Where the wait is released, the handler is not called.
    func facts(
        for key: FactsKey, at address: IPAddress? = nil, isAllowed: @escaping (IPAddress, UInt16) -> Bool,
        handler: @escaping (ExaminationResult) -> Void
    ) -> ExaminationWait? {
        let now = WallClock.now
        if let facts = recentFacts.find(key, at: now) {
            handler(.facts(facts))
            return nil
        }
        lastTicket += 1
        let waiter = FactsCache.Waiter(mailbox: mailbox, ticket: lastTicket)
        switch shared.facts.look(for: key, at: now, waiter: waiter) {
        case .known(let facts, let mustRefresh):
            recentFacts.keep(facts, for: key)
            if mustRefresh { examine(key, at: address, isAllowed: isAllowed) }
            handler(.facts(facts))
            return nil
        case .underWay:
            break
        case .toExamine:
            examine(key, at: address, isAllowed: isAllowed)
        }
        let wait = ExaminationWait(handler)
        waits[lastTicket] = WeakWait(wait: wait)
        return wait
    }

    /// Does something beside the traffic in a quiet moment, or soon while the worker drains.
    func postpone(_ action: @escaping () -> Void) {
        let crowdedOut = postponed.add(action, at: WallClock.elapsedMilliseconds)
        crowdedOut?()
        if postponement?.isRunning != true { runPostponed() }
    }

    /// In some tunnel a handshake passes now.
    func handshakePassed() {
        postponed.handshakePassed(at: WallClock.elapsedMilliseconds)
    }

    private func runPostponed() {
        let now = WallClock.elapsedMilliseconds
        while examinations.count < configuration.limits.examinations, let action = postponed.next(at: now) { action() }
        // What is due already found no room; a moment later there may be some.
        if let delay = postponed.delay(at: now) { postponement?.start(milliseconds: delay == 0 ? 10 : delay) }
        reportIfDrained()
    }

    /// The facts of that destination where this worker used them lately.
    func recentFacts(for key: FactsKey) -> Facts? {
        recentFacts.find(key, at: WallClock.now)
    }

    private func examine(_ key: FactsKey, at address: IPAddress?, isAllowed: @escaping (IPAddress, UInt16) -> Bool) {
        guard examinations.count < configuration.limits.examinations else {
            shared.facts.settle(key, .failed(.limitReached))
            return
        }
        let examination = Examination(context, key.authority, key.offer) { [unowned self] examination, result in
            self.shared.facts.settle(key, result)
            // Released only after its own call stack is gone.
            self.examinations[ObjectIdentifier(examination)] = nil
        }
        examinations[ObjectIdentifier(examination)] = examination
        examination.begin(at: address, isAllowed: isAllowed)
    }

    /// What that policy demands of a load to that host by an app that calls itself so.
    func requirements(
        of jurisdiction: Jurisdiction, for host: Host, userAgent: String
    ) -> RecentRequirements.Resolution {
        recentRequirements.find(jurisdiction, host, userAgent: userAgent)
    }

    /// The next identity of an event of this worker.
    func nextEventID() -> String {
        identifiers.next(at: WallClock.now, using: &random).description
    }
}

/// Somebody's wait for an examination; releasing it calls the wait off, not the examination.
final class ExaminationWait {
    private let handler: (ExaminationResult) -> Void

    init(_ handler: @escaping (ExaminationResult) -> Void) {
        self.handler = handler
    }

    func ended(_ result: ExaminationResult) {
        handler(result)
    }
}
