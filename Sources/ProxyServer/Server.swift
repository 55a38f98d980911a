import ForwardProxy
import Libevent
import Recording
import Synchronization
import TransportSecurity

/// A running proxy: its listeners, its workers, and what they share.
public final class Server: Sendable {
    /// The addresses listened on, in the order of the configuration's ports.
    public let addresses: [SocketAddress]
    private let workers: [Mailbox<WorkerMessage>]
    private let shared: SharedState

    /// Binds every port, then starts the workers; nothing is started by half.
    ///
    /// Throws `ServerError` where a port cannot be bound or the system grants no thread.
    public init(_ configuration: ServerConfiguration, recording: EventRecorder) throws(ServerError) {
        let (ports, sockets) = try Self.bind(configuration)
        var configuration = configuration
        configuration.ports = ports
        addresses = ports.map(\.address)
        do throws(SystemError) {
            let shared = SharedState(
                facts: FactsCache(lifetime: configuration.verdictLifetime, limit: configuration.factsLimit),
                recording: recording,
                passwordThreads: try BlockingPool(named: "passwords", threads: 2, queue: 256),
                census: ConnectionCensus(
                    limit: configuration.limits.connections, limitForOne: configuration.limits.connectionsPerClient),
                workers: configuration.workers)
            self.shared = shared
            let resolver = try Resolver()
            workers = try sockets.enumerated().map { (index, sockets) throws(SystemError) in
                try Self.startWorker(index, configuration, shared, resolver, sockets)
            }
        } catch {
            throw .noResources(error)
        }
    }

    /// The ports as bound, and for each worker its socket of each port.
    private static func bind(
        _ configuration: ServerConfiguration
    ) throws(ServerError) -> ([ProxyPort], [[SocketParcel]]) {
        var ports: [ProxyPort] = []
        var sockets: [[SocketParcel]] = Array(repeating: [], count: configuration.workers)
        for var port in configuration.ports {
            do throws(SystemError) {
                let first = try ListeningSocket(port.address)
                port.address = first.address
                for worker in 1..<max(1, configuration.workers) {
                    sockets[worker].append(SocketParcel(try first.sibling()))
                }
                sockets[0].append(SocketParcel(first))
                ports.append(port)
            } catch {
                throw .cannotListen(port.address, error)
            }
        }
        let own = NetworkInterfaces.addresses
        for index in ports.indices {
            ports[index].destinations.ownPorts = ports.map(\.address.port)
            ports[index].destinations.ownAddresses = own
        }
        return (ports, sockets)
    }

    private static func startWorker(
        _ index: Int, _ configuration: ServerConfiguration, _ shared: SharedState, _ resolver: Resolver,
        _ sockets: [SocketParcel]
    ) throws(SystemError) -> Mailbox<WorkerMessage> {
        let mailbox = try Mailbox<WorkerMessage>()
        for (port, socket) in sockets.enumerated() { mailbox.post(.listen(socket, port: port)) }
        try SystemThread.start(named: "worker-\(index)") {
            do throws(SystemError) {
                try Worker(configuration, shared: shared, mailbox: mailbox, resolver: resolver).run()
                shared.workerStopped(nil)
            } catch {
                shared.workerStopped(error)
            }
        }
        return mailbox
    }

    /// Uses that configuration for what begins from now on. Its ports must be those that the server was made with,
    /// with the same addresses.
    public func reconfigure(_ configuration: ServerConfiguration) {
        shared.facts.forgetAll()
        for worker in workers { worker.post(.reconfigure(configuration)) }
    }

    /// Stops accepting and lets what is open finish; calls the handler, on a worker's thread, once nothing is open.
    public func drain(then handler: @escaping @Sendable () -> Void) {
        shared.onDrained(handler)
        for worker in workers { worker.post(.drain) }
    }

    /// Ends what is open and calls the handler, on a worker's thread, once every worker has stopped.
    public func stop(then handler: @escaping @Sendable () -> Void) {
        shared.onStopped(handler)
        for worker in workers { worker.post(.stop) }
    }
}

/// Why a server could not be started.
public enum ServerError: Error, Sendable {
    /// This address cannot be listened on.
    case cannotListen(SocketAddress, SystemError)
    /// The system grants no thread or descriptor.
    case noResources(SystemError)
}
