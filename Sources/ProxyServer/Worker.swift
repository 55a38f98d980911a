import ForwardProxy
import InternetNames
import Networking
import Probing
import TransportSecurity

/// One thread with its event loop, and everything of the proxy that lives on that loop.
///
/// A worker makes its parts and hands each its values; no part knows the worker. After that it only receives messages.
final class Worker {
    private let number: Int
    private let shared: SharedState
    private let loop: EventLoop
    private let context: ProbeContext
    private let facts: FactFinder
    private let passwords: PasswordChecks
    private let loads: LoadEnvironment
    private let connections: OpenConnections
    private let environment: ConnectionEnvironment
    private var configuration: ServerConfiguration
    private var reader: MailboxReader?
    private var listeners: [SocketAddress: Listener] = [:]
    private var progress = Progress.serving

    private enum Progress {
        case serving, draining, drained
    }

    /// A worker on its own loop; to be made on the thread that will run it.
    init(
        _ configuration: ServerConfiguration, shared: SharedState, number: Int, resolver: Resolver,
        _ services: ServiceResolver
    ) throws(SystemError) {
        let mailbox = shared.workers[number]
        let limits = configuration.limits
        self.shared = shared
        self.number = number
        self.configuration = configuration
        let loop = try EventLoop()
        self.loop = loop
        context = try ProbeContext(loop, resolver, configuration.probeSettings) { shared.recording.record($0) }
        try context.findServices(with: services) { shared.recording.record($0) }
        let counters = shared.counters[number]
        facts = FactFinder(
            context, shared.facts, limits, counters: counters.probes, repeatable: shared.repeatableProbes
        ) {
            mailbox.post(.probed(ticket: $0, $1))
        }
        passwords = PasswordChecks(on: shared.passwordThreads, shared.passwordFailures) {
            mailbox.post(.authenticated(ticket: $0, $1))
        }
        let pool = OriginPool(loop, limit: limits.idleOrigins, lifetime: Int(limits.idleOriginSeconds))
        let feed = shared.recording.live.map { LiveFeed(loop, $0, worker: number) }
        loads = LoadEnvironment(
            context, facts, shared, pool, counters, feed: feed, rules: configuration.rules,
            options: configuration.options)
        connections = OpenConnections(limits: shared.connectionLimits, loads: shared.loads, worker: number)
        environment = ConnectionEnvironment(loop, loads, passwords, connections, limits) {
            shared.cannotWriteProfile($0, at: WallClock.elapsedMilliseconds)
        }
        use(configuration)
        facts.ended = { [unowned self] in self.reportIfDrained() }
        connections.ended = { [unowned self] in self.reportIfDrained() }
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// Serves until it is told to stop; an error says that it cannot go on. In both cases no connection is accepted any
    /// more: a socket that listens while nothing accepts would hold clients for ever.
    @discardableResult func run() -> SystemError? {
        shared.loads.note(number, runs: true)
        let failure = loop.run()
        loads.recorder.finish()
        shared.loads.note(number, runs: false)
        listeners = [:]
        return failure
    }

    /// The descriptors of a worker besides its listeners: its loop, two mailboxes, and the lookups of services.
    static let descriptors = EventLoop.descriptors + 4 + ServiceLookups.descriptors

    private func receive(_ message: WorkerMessage) {
        switch message {
        case .listen(let parcel): listen(parcel)
        case .serve(let socket, let listener): serve(socket.take(), from: socket.peer, at: listener)
        case .probed(let ticket, let result): facts.probed(ticket, result)
        case .authenticated(let ticket, let outcome): passwords.ended(ticket, outcome)
        case .probe(let probe): self.probe(again: probe)
        case .reconfigure(let configuration): reconfigure(configuration)
        case .drain: drain()
        case .stop: stop()
        }
    }
}

// MARK: - Clients

extension Worker {
    private func listen(_ parcel: SocketParcel) {
        guard case .serving = progress, let socket = parcel.take() else { return }
        let address = socket.address
        listeners[address] = Listener(loop, socket) { [shared, counters = loads.counters] in
            guard shared.connectionLimits.isFull else { return true }
            counters.acceptPauses.add(of: .connectionLimit)
            shared.reachedConnectionLimit(at: WallClock.elapsedMilliseconds)
            return false
        } cannotAccept: { [shared, counters = loads.counters] error in
            counters.acceptPauses.add(of: .shortage)
            shared.cannotAccept(error, at: WallClock.elapsedMilliseconds)
        } accept: { [unowned self] descriptor, client in
            self.accept(descriptor, from: client, at: address)
        }
    }

    private func accept(_ descriptor: Int32, from address: SocketAddress, at listener: SocketAddress) {
        loads.counters.accepted.add()
        let chosen = shared.loads.assign(acceptedBy: number)
        if chosen == number {
            serve(descriptor, from: address, at: listener)
        } else {
            shared.workers[chosen].post(.serve(AcceptedSocket(descriptor, from: address), at: listener))
        }
    }

    private func serve(_ descriptor: Int32, from client: SocketAddress, at address: SocketAddress) {
        guard let listener = environment.listener(at: address) else {
            // A reload took the listener away. The socket is closed with the stream.
            _ = Stream(loop, descriptor: descriptor)
            loads.counters.refused.add(of: .listenerGone)
            return connections.skip()
        }
        let connection = Connection(environment, listener, descriptor: descriptor, from: client)
        connections.insert(connection)
        connection.begin()
        // Another worker may have accepted the client before the drain began.
        if case .draining = progress { connection.drain() }
    }
}

// MARK: - Probes on demand

extension Worker {
    /// Probes a server again, unless its client may no longer reach it, or the listener has another way to it.
    private func probe(again probe: RepeatableProbes.Probe) {
        let key = probe.key
        guard case .serving = progress,
            configuration.listeners.contains(where: {
                $0.destinations == key.destinations && $0.upstreamProxy == key.upstreamProxy
            })
        else { return }
        if key.upstreamProxy?.onTheWay(to: key.authority) != nil {
            guard context.permitThroughUpstreamProxy(key.authority, to: probe.client, by: key.destinations) else {
                return
            }
        }
        let isAllowed = key.destinations.reachability(of: probe.client, on: loads.machine)
        if let address = probe.address, !isAllowed(address, key.authority.port) { return }
        var current = probe
        current.key.trustGeneration = loads.trustGeneration
        facts.repeat(current, isAllowed: isAllowed)
    }
}

// MARK: - Configuration

extension Worker {
    private func use(_ configuration: ServerConfiguration) {
        let limits = configuration.limits
        context.machine.listeners = (configuration.listeners.map(\.address) + configuration.ownAddresses).map {
            Authority($0)
        }
        context.machine.refresh(at: WallClock.elapsedMilliseconds)
        environment.use(configuration.listeners, limits, configuration.profiles)
        facts.use(limits)
        loads.requirements.use(configuration.rules)
        loads.recorder.options = configuration.options
        switch (configuration.options.depth, progress) {
        case (.full, .serving):
            loads.backgroundProbes =
                loads.backgroundProbes
                ?? BackgroundProbes(context, facts, shared.probeHistory, trustGeneration: loads.trustGeneration)
        case (.full, .draining), (.full, .drained): break
        case (.needed, _): loads.backgroundProbes = nil
        }
    }

    private func reconfigure(_ new: ServerConfiguration) {
        let old = configuration
        configuration = new
        context.use(new.probeSettings)
        // Facts hold as long as trust and addresses are the same. A policy changes no facts.
        if new.trust != old.trust || new.resolve != old.resolve || new.fetchesIssuers != old.fetchesIssuers {
            loads.trustGeneration += 1
            shared.facts.forget(before: loads.trustGeneration)
        }
        facts.forgetRefusals()
        use(new)
        listeners = listeners.filter { environment.listener(at: $0.key) != nil }
        loads.pool.use(limit: new.limits.idleOrigins, lifetime: Int(new.limits.idleOriginSeconds))
        loads.backgroundProbes?.reconfigured(trustGeneration: loads.trustGeneration) { [environment] in
            environment.listener(at: $0).map { ($0.destinations, $0.upstreamProxy) }
        }
        for connection in connections.all { connection.reconfigured() }
    }
}

// MARK: - The end

extension Worker {
    private func drain() {
        if case .serving = progress { progress = .draining }
        listeners = [:]
        loads.backgroundProbes?.stop()
        loads.backgroundProbes = nil
        for connection in connections.all { connection.drain() }
        facts.endDelays()
        reportIfDrained()
    }

    /// Tells the server once nothing is open. A background probe may still be under way after the last connection has
    /// ended.
    private func reportIfDrained() {
        guard case .draining = progress, connections.isEmpty, facts.isIdle else { return }
        progress = .drained
        shared.workerDrained(number)
    }

    private func stop() {
        for connection in connections.all { connection.stop() }
        loads.waiting.stop()
        loop.stop()
    }
}
