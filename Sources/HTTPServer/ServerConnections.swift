import Networking
import Synchronization

/// The listener of a server and its connections, on one event loop.
///
/// The number of connections is limited. If the limit is reached, a new client takes the place of the connection whose
/// last request is longest ago, among those that may yield. If no connection may yield, the client waits in the
/// system's queue.
public final class ServerConnections {
    private let loop: EventLoop
    private let limit: Int
    private var environment: ServerEnvironment<ServerConnection>
    private var listener: Listener?
    /// The timer that releases closed connections in the next turn of the loop.
    private var releaseTimer: Timer?
    /// The open connections, in the order of their arrival.
    private var open: [ServerConnection] = []
    /// Closed connections, which are released in the next turn of the loop, because their methods may still be on the
    /// stack.
    private var closed: [ServerConnection] = []

    /// Listens on a socket.
    ///
    /// - Parameter limit: The largest number of connections.
    public init(
        _ loop: EventLoop, _ socket: consuming ListeningSocket, limit: Int,
        _ environment: ServerEnvironment<ServerConnection>
    ) {
        self.loop = loop
        self.limit = limit
        self.environment = environment
        let ended = environment.ended
        self.environment.ended = { [unowned self] connection in
            ended(connection)
            self.release(connection)
        }
        releaseTimer = Timer(loop) { [unowned self] in self.closed = [] }
        listener = Listener(loop, socket) { [unowned self] in
            self.hasRoom
        } accept: { [unowned self] descriptor, _ in
            self.makeRoom()
            self.open.append(ServerConnection(self.loop, descriptor: descriptor, self.environment))
        }
    }

    /// Closes the listener and all connections.
    public func close() {
        listener = nil
        for connection in open { connection.close() }
        closed = []
    }

    /// Whether another client can be served. The listener asks before it accepts a client.
    private var hasRoom: Bool { open.count < limit || open.contains(where: \.mayYield) }

    /// Closes the connection whose last request is longest ago, if the limit is reached.
    private func makeRoom() {
        guard open.count >= limit else { return }
        open.filter(\.mayYield).min { $0.lastRequest < $1.lastRequest }?.close()
    }

    /// Releases a connection that has ended.
    private func release(_ connection: ServerConnection) {
        open.removeAll { $0 === connection }
        closed.append(connection)
        releaseTimer?.start(milliseconds: 0)
    }
}

/// A listening socket that is handed over to the thread of its server. The program binds the socket before the proxy
/// listens, because the proxy must know the address to keep its clients away from it.
public final class ServerSocket: Sendable {
    /// The bound address.
    public let address: SocketAddress
    private let content: Mutex<ListeningSocket?>

    /// Takes over a socket.
    public init(_ socket: consuming sending ListeningSocket) {
        address = socket.address
        content = Mutex(socket)
    }

    /// Takes the socket; nil if it was taken before.
    public func take() -> ListeningSocket? {
        content.withLock { content in
            let taken = consume content
            content = nil
            return taken
        }
    }
}
