import InternetNames

/// A client's connection, before or after it became a tunnel.
protocol OpenConnection: AnyObject {
    /// The address of the client.
    var clientIP: IPAddress { get }
    /// Finishes the current exchange and begins no other.
    func drain()
    /// Applies the current configuration.
    func reconfigured()
    /// Called when the proxy stops.
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

    /// Creates an empty collection for the worker with the given number.
    init(limits: ConnectionLimits, loads: WorkerLoads, worker: Int) {
        self.limits = limits
        self.loads = loads
        self.worker = worker
    }

    /// Whether no connection is open.
    var isEmpty: Bool { open.isEmpty }

    /// The connections that are open now.
    var all: [any OpenConnection] { Array(open.values) }

    /// Counts a connection from an address in the limits. Returns false if its network has too many connections; the
    /// connection counts even then, until `remove`.
    func count(_ client: IPAddress) -> Bool {
        limits.entered(from: client)
    }

    /// Ends the count of a client that `WorkerLoads.assign` has given to this worker and that gets no connection,
    /// because its listener is gone. Such a client was not passed to `count`.
    func skip() {
        loads.left(worker)
    }

    /// Keeps a connection alive.
    func insert(_ connection: any OpenConnection) {
        open[ObjectIdentifier(connection)] = connection
    }

    /// Replaces a connection that has become a tunnel.
    func replace(_ connection: any OpenConnection, by tunnel: any OpenConnection) {
        open[ObjectIdentifier(tunnel)] = tunnel
        open[ObjectIdentifier(connection)] = nil
    }

    /// Releases a connection that has ended.
    func remove(_ connection: any OpenConnection) {
        guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        limits.left(from: connection.clientIP)
        loads.left(worker)
        ended()
    }
}
