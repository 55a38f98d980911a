import Events
import ForwardProxy
import InternetNames
import Metrics
import Networking
import Probing
import Synchronization
import TransportSecurity

/// A running proxy: its listeners, its workers, and their shared state.
public final class Server: Sendable {
    private let shared: SharedState
    private let state: Mutex<State>

    private struct State: Sendable {
        var configuration: ServerConfiguration
        /// The address that was asked for at each listener, in the configuration's order.
        var requested: [SocketAddress]
    }

    /// Binds all listeners, then starts the workers.
    ///
    /// - Throws: `ServerError` if a listener cannot be bound or a worker cannot be started. The listeners and threads
    ///   are then released.
    public init(_ configuration: ServerConfiguration, recording: EventRecorder) throws(ServerError) {
        let requested = configuration.listeners.map(\.address)
        let (configuration, sockets) = try Self.bind(configuration, keeping: [:])
        state = Mutex(State(configuration: configuration, requested: requested))
        do throws(SystemError) {
            let mailboxes = try sockets.map { _ throws(SystemError) in try Mailbox<WorkerMessage>() }
            let shared = SharedState(
                facts: FactsCache(lifetime: configuration.options.verdictLifetime, limit: configuration.limits.facts),
                recording: recording,
                passwordThreads: try BlockingPool(named: "passwords", threads: 2, queue: 256),
                passwordFailures: PasswordFailures(limit: configuration.limits.passwordFailures),
                connectionLimits: ConnectionLimits(
                    configuration.limits,
                    descriptors: DescriptorLimit.current - Self.otherDescriptors
                        - Self.descriptors(workers: configuration.workers, ports: configuration.listeners.count)),
                labels: ClientLabels(common: configuration.options.label), workers: mailboxes)
            self.shared = shared
            recording.record(policiesOf: configuration.listeners, configuration.trust, at: WallClock.now)
            if let label = configuration.options.label {
                recording.record(LabelEvent(time: WallClock.now, label: label.text))
            }
            let resolver = try Resolver()
            let services = try ServiceResolver()
            do throws(SystemError) {
                for (number, sockets) in sockets.enumerated() {
                    try Self.startWorker(number, configuration, shared, resolver, services, sockets)
                }
            } catch {
                // The kernel distributes clients over the sockets of all workers. Without one of the workers, some
                // clients would wait forever.
                for worker in mailboxes { worker.post(.stop) }
                throw error
            }
        } catch {
            throw .noResources(error)
        }
    }

    /// The listeners as they are bound, in the order of the configuration.
    public var listeners: [ListenerConfiguration] {
        state.withLock { $0.configuration.listeners }
    }

    /// Whether the server accepts no more clients, because it is to end.
    public var isDraining: Bool { shared.isDraining }

    /// The counts since the start, and the numbers of open connections.
    public var metrics: [MetricFamily] { ServerMetrics(shared).families }

    /// The number of connected clients.
    public var connectionCount: Int { shared.connectionLimits.total }

    /// The configuration with its listeners as they are bound, and for each worker its sockets of those that are new.
    ///
    /// Listeners that are in `bound`, by the address that was asked for, keep their sockets.
    private static func bind(
        _ wanted: ServerConfiguration, keeping bound: [SocketAddress: [SocketAddress]]
    ) throws(ServerError) -> (ServerConfiguration, [[SocketParcel]]) {
        var configuration = wanted
        var bound = bound
        var sockets: [[SocketParcel]] = Array(repeating: [], count: configuration.workers)
        var addresses: [SocketAddress] = []
        for listener in wanted.listeners {
            let address = listener.address
            if let kept = bound[address]?.first {
                bound[address]?.removeFirst()
                addresses.append(kept)
                continue
            }
            do throws(SystemError) {
                let first = try ListeningSocket(address, isTransparent: listener.isTransparent)
                addresses.append(first.address)
                for worker in 1..<max(1, configuration.workers) {
                    sockets[worker].append(SocketParcel(try first.sibling()))
                }
                sockets[0].append(SocketParcel(first))
            } catch {
                throw .cannotListen(address, isTransparent: listener.isTransparent, error)
            }
        }
        let machine: [IPAddress]
        do throws(SystemError) {
            machine = try NetworkInterfaces.addresses()
        } catch {
            throw .noResources(error)
        }
        configuration.listeners = zip(wanted.listeners, addresses).map { $0.bound(to: $1, on: machine) }
        return (configuration, sockets)
    }

    /// The number of descriptors for the recording, the compression of its segments, the main thread's loop and its
    /// mailbox, and for the lookups and probes of the first clients.
    public static let otherDescriptors = 40

    /// The number of descriptors that a server takes at its start, its threads included; clients and destinations come
    /// besides.
    public static func descriptors(workers: Int, ports: Int) -> Int {
        // The threads for names, services and passwords have a pipe each, and one is for the reports of workers.
        workers * (Worker.descriptors + ports) + 8
    }

    /// Starts a worker, and returns once it serves.
    private static func startWorker(
        _ number: Int, _ configuration: ServerConfiguration, _ shared: SharedState, _ resolver: Resolver,
        _ services: ServiceResolver, _ sockets: [SocketParcel]
    ) throws(SystemError) {
        for socket in sockets { shared.workers[number].post(.listen(socket)) }
        let report = try ThreadReport()
        try SystemThread.start(named: "worker-\(number)") {
            let failure: SystemError?
            do throws(SystemError) {
                let worker = try Worker(
                    configuration, shared: shared, number: number, resolver: resolver, services)
                report.make(nil)
                failure = worker.run()
                // Nothing of the worker is left when the others are told: the process may exit then.
            } catch {
                return report.make(error)
            }
            if let failure { shared.workerFailed(number, failure) } else { shared.workerStopped() }
        }
        try report.wait()
    }

    /// Replaces the configuration. New listeners are bound, and listeners that it lacks are closed. Open connections go
    /// on. The number of workers does not change.
    ///
    /// Must always be called from the same thread.
    ///
    /// - Throws: An error if a listener cannot be bound. Nothing is changed then.
    public func reconfigure(_ configuration: ServerConfiguration) throws(ServerError) {
        let old = state.withLock { $0 }
        var bound: [SocketAddress: [SocketAddress]] = [:]
        for (requested, listener) in zip(old.requested, old.configuration.listeners) {
            bound[requested, default: []].append(listener.address)
        }
        var wanted = configuration
        wanted.workers = old.configuration.workers
        let (new, sockets) = try Self.bind(wanted, keeping: bound)
        state.withLock { $0 = State(configuration: new, requested: configuration.listeners.map(\.address)) }
        let isSame =
            old.configuration.trust == new.trust
            && old.configuration.listeners.flatMap { $0.policies.appliedPolicies.map(\.digest) }
                == new.listeners.flatMap { $0.policies.appliedPolicies.map(\.digest) }
        if !isSame { shared.recording.record(policiesOf: new.listeners, new.trust, at: WallClock.now) }
        shared.facts.use(lifetime: new.options.verdictLifetime, limit: new.limits.facts)
        shared.connectionLimits.use(new.limits)
        shared.passwordFailures.use(limit: new.limits.passwordFailures)
        // Each worker knows a listener before any of them accepts there, for others too.
        for worker in shared.workers { worker.post(.reconfigure(new)) }
        for (worker, sockets) in zip(shared.workers, sockets) {
            for socket in sockets { worker.post(.listen(socket)) }
        }
    }

    /// Records the policies and the trust store in force. To be called when a new file of the recording is begun, since
    /// decisions refer to them. Segments begin with them by themselves.
    public func recordPolicies() {
        guard !shared.recording.log.repeatsLines else { return }
        let configuration = state.withLock { $0.configuration }
        shared.recording.record(policiesOf: configuration.listeners, configuration.trust, at: WallClock.now)
    }

    /// Forgets the facts about a destination, refusals included, and probes it once in the background, as for the
    /// latest load that had it probed; at most once in five seconds. May be called from any thread.
    public func probeAgain(_ destination: Authority) -> RepeatableProbes.Claim {
        let claim = shared.repeatableProbes.claim(destination, at: WallClock.elapsedMilliseconds)
        switch claim {
        case .granted(let probe):
            shared.facts.forget(destination)
            shared.silentServers.forget(destination)
            let number = Int(UInt(bitPattern: destination.hashValue) % UInt(shared.workers.count))
            shared.workers[number].post(.probe(probe))
        case .tooSoon, .unknown: break
        }
        return claim
    }

    /// Sets the handler that is called, on a worker's thread, with the number of a worker that failed.
    ///
    /// The worker accepts no more clients. The handler should stop the server, because the kernel would still send some
    /// clients to that worker.
    public func onWorkerFailure(_ handler: @escaping @Sendable (Int, SystemError) -> Void) {
        shared.onFailure(handler)
    }

    /// Sets the handler that is called, on a worker's thread and at most once a minute, when clients wait because there
    /// is no descriptor or no memory to accept them.
    public func onShortage(_ handler: @escaping @Sendable (SystemError) -> Void) {
        shared.onShortage(handler)
    }

    /// Sets the handler that is called, on a worker's thread and at most once a minute, with the limit of connections
    /// when clients wait because of it.
    public func onConnectionLimit(_ handler: @escaping @Sendable (Int) -> Void) {
        shared.onConnectionLimit(handler)
    }

    /// Sets the handler that is called, on a worker's thread and at most once a minute, with a clause that says why a
    /// configuration profile that a device asked for could not be written.
    public func onProfileFailure(_ handler: @escaping @Sendable (String) -> Void) {
        shared.onProfileFailure(handler)
    }

    /// Stops accepting and lets open connections finish. Calls the handler, on a worker's thread, once none is open.
    public func drain(then handler: @escaping @Sendable () -> Void) {
        shared.beginDraining()
        shared.onDrained(handler)
        for worker in shared.workers { worker.post(.drain) }
    }

    /// Closes all connections. Calls the handler, on a worker's thread, once every worker has stopped.
    public func stop(then handler: @escaping @Sendable () -> Void) {
        shared.onStopped(handler)
        for worker in shared.workers { worker.post(.stop) }
    }
}

/// The reason why a server could not be started or reconfigured.
public enum ServerError: Error, Sendable {
    /// This address cannot be listened on. `isTransparent` says for which kind of listener.
    case cannotListen(SocketAddress, isTransparent: Bool, SystemError)
    /// There is no thread or descriptor for a worker.
    case noResources(SystemError)
}
