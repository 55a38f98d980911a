import InternetNames

/// A client's connection, before or after it became a tunnel.
protocol OpenConnection: AnyObject {
    /// The address of the client.
    var clientIP: IPAddress { get }
    /// Finishes what is under way and begins nothing more.
    func drain()
    /// Goes on under the configuration that is now in use.
    func reconfigured()
    /// The proxy stops.
    func stop()
}

/// The open connections of one worker, which keeps them alive until they end.
final class OpenConnections {
    /// Called when a connection has ended.
    var ended: () -> Void = {}
    private var open: [ObjectIdentifier: any OpenConnection] = [:]
    private let limits: ConnectionLimits
    private let loads: WorkerLoads
    private let worker: Int

    /// No connections yet, of the worker of that number.
    init(limits: ConnectionLimits, loads: WorkerLoads, worker: Int) {
        self.limits = limits
        self.loads = loads
        self.worker = worker
    }

    /// Whether none is open.
    var isEmpty: Bool { open.isEmpty }

    /// The connections that are open now.
    var all: [any OpenConnection] { Array(open.values) }

    /// Counts a client that was accepted; false where there are too many connections from its address.
    func count(_ client: IPAddress) -> Bool {
        limits.entered(from: client)
    }

    /// A client was accepted and is not served, because there is no listener at its port any more.
    func skip() {
        loads.left(worker)
    }

    /// Keeps a connection alive.
    func insert(_ connection: any OpenConnection) {
        open[ObjectIdentifier(connection)] = connection
    }

    /// A connection has become a tunnel.
    func replace(_ connection: any OpenConnection, by tunnel: any OpenConnection) {
        open[ObjectIdentifier(tunnel)] = tunnel
        open[ObjectIdentifier(connection)] = nil
    }

    /// A connection has ended.
    func remove(_ connection: any OpenConnection) {
        guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        limits.left(from: connection.clientIP)
        loads.left(worker)
        ended()
    }
}
