import Probing
import ForwardProxy
import InternetNames
import Networking
import Recording
import TransportSecurity

/// One thread with its event loop, and everything of the proxy that lives on it.
final class Worker {
    let loop: EventLoop
    let mailbox: Mailbox<WorkerMessage>
    let context: ProbeContext
    let pool: OriginPool
    private(set) var configuration: ServerConfiguration
    /// How many configurations there were before this one.
    private(set) var generation = 0
    /// How often it changed by a configuration what facts rest on. Every worker is given the same ones in the same order.
    private(set) var trustGeneration = 0
    let shared: SharedState
    private let number: Int
    /// What is known of servers.
    let facts: FactFinder
    /// The passwords that are being checked.
    let passwords: PasswordChecks

    private var reader: MailboxReader?
    private var listeners: [SocketAddress: Listener] = [:]
    private var ports: [SocketAddress: ProxyPort] = [:]
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var tunnels: [ObjectIdentifier: TunnelRelay] = [:]
    private var isDraining = false
    private(set) var backgroundProbes: BackgroundProbes?
    private var isDrained = false
    private var recentRequirements = RecentRequirements()
    /// Where events are written before they go to the recording.
    var json = JSONWriter()
    private var identifiers = EventIDGenerator()
    private var lastOriginOwner: UInt64 = 0
    private var random = SystemRandomNumberGenerator()

    /// A worker on its own loop; to be made on the thread that will run it.
    init(
        _ configuration: ServerConfiguration, shared: SharedState, number: Int, resolver: Resolver
    ) throws(SystemError) {
        loop = try EventLoop()
        mailbox = shared.workers[number]
        self.shared = shared
        self.number = number
        passwords = PasswordChecks(mailbox, shared)
        self.configuration = configuration
        context = try ProbeContext(loop, resolver, configuration.probeSettings) { shared.recording.record($0) }
        pool = OriginPool(
            loop, limit: configuration.limits.idleOrigins, lifetime: Int(configuration.limits.idleOriginSeconds))
        facts = FactFinder(context, shared.facts, configuration.limits) { [mailbox] ticket, result in
            mailbox.post(.probed(ticket: ticket, result))
        }
        note(configuration.ports)
        backgroundProbes = configuration.depth == .full ? newBackgroundProbes() : nil
        facts.ended = { [unowned self] in self.reportIfDrained() }
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// Serves until it is told to stop; an error says that it cannot go on. Either way it accepts nothing more, since a
    /// socket that listens without anybody who accepts would hold clients for ever.
    @discardableResult func run() -> SystemError? {
        shared.loads.note(number, runs: true)
        let failure = loop.run()
        shared.loads.note(number, runs: false)
        listeners = [:]
        return failure
    }

    /// What a worker takes besides its listeners: its loop, and two mailboxes.
    static let descriptors = EventLoop.descriptors + 4

    private func receive(_ message: WorkerMessage) {
        switch message {
        case .listen(let parcel):
            listen(parcel)
        case .serve(let socket, let listener):
            serve(socket.take(), from: socket.peer, at: listener)
        case .probed(let ticket, let result):
            facts.probed(ticket, result)
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
        // What was found out holds as long as nobody is trusted, or sought, otherwise; a policy changes no facts.
        let old = configuration
        let isStale =
            new.trust != old.trust || new.resolve != old.resolve || new.fetchesIssuers != old.fetchesIssuers
        configuration = new
        generation += 1
        recentRequirements.removeAll()
        context.use(new.probeSettings)
        if isStale {
            trustGeneration += 1
            shared.facts.forget(before: trustGeneration)
        }
        facts.use(new.limits)
        note(new.ports)
        listeners = listeners.filter { ports[$0.key] != nil }
        pool.use(limit: new.limits.idleOrigins, lifetime: Int(new.limits.idleOriginSeconds))
        switch new.depth {
        case .full where isDraining: break
        case .full: backgroundProbes = backgroundProbes ?? newBackgroundProbes()
        case .needed: backgroundProbes = nil
        }
        backgroundProbes?.reconfigured(trustGeneration: trustGeneration) { ports[$0]?.destinations }
        for connection in Array(connections.values) { connection.reconfigured() }
    }

    private func newBackgroundProbes() -> BackgroundProbes {
        BackgroundProbes(context, facts, shared.probeHistory, trustGeneration: trustGeneration)
    }

    private func note(_ ports: [ProxyPort]) {
        context.machine.listeners = ports.map { Authority($0.address) }
        context.machine.refresh(at: WallClock.elapsedMilliseconds)
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
        let chosen = shared.loads.assign(acceptedBy: number)
        if chosen == number {
            serve(descriptor, from: address, at: listener)
        } else {
            shared.workers[chosen].post(.serve(AcceptedSocket(descriptor, from: address), at: listener))
        }
    }

    private func serve(_ descriptor: Int32, from address: SocketAddress, at listener: SocketAddress) {
        guard let port = ports[listener] else {
            // Closed with the stream, since nobody serves there any more.
            _ = Stream(loop, descriptor: descriptor)
            shared.loads.left(number)
            return
        }
        let connection = Connection(self, port, descriptor: descriptor, from: address)
        connections[ObjectIdentifier(connection)] = connection
        connection.begin()
        // One that was on its way here when this began.
        if isDraining { connection.drain() }
    }

    private func drain() {
        isDraining = true
        listeners = [:]
        backgroundProbes?.stop()
        backgroundProbes = nil
        for connection in Array(connections.values) { connection.drain() }
        facts.endDelays()
        reportIfDrained()
    }

    /// A verdict beside the traffic may still be awaited when the connection that it is about has ended.
    private func reportIfDrained() {
        guard isDraining, !isDrained, connections.isEmpty, tunnels.isEmpty, facts.isIdle else { return }
        isDrained = true
        shared.workerDrained(number)
    }
}

// MARK: - What lives on the worker

extension Worker {
    /// The addresses of this machine and of the proxy's listeners now.
    var machine: LocalMachine { context.machine.current }

    /// Whether a client that comes from that address is on this machine. Most that are come from loopback.
    func isLocalClient(_ client: IPAddress) -> Bool {
        context.machine.isLocalClient(client)
    }

    /// The listener on that address as it is now; nil where there is none any more.
    func port(at address: SocketAddress) -> ProxyPort? {
        ports[address]
    }

    /// A connection has ended.
    func forget(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        shared.census.left(from: connection.clientAddress.address)
        shared.loads.left(number)
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
        shared.loads.left(number)
        reportIfDrained()
    }
}

// MARK: - Judging and recording

extension Worker {
    /// What that policy demands of a load to that host by an app that calls itself so.
    func requirements(
        of jurisdiction: Jurisdiction, for host: Host, userAgent: WireText?
    ) -> RecentRequirements.Resolution {
        recentRequirements.find(jurisdiction, host, userAgent: userAgent)
    }

    /// A number for a client connection that owns its idle origins; none is given twice.
    func nextOriginOwner() -> UInt64 {
        lastOriginOwner += 1
        return lastOriginOwner
    }

    /// The next identity of an event of this worker.
    func nextEventID() -> EventID {
        identifiers.next(at: WallClock.now, using: &random)
    }
}
