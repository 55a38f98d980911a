import Networking

/// A server on loopback whose connections a test accepts, answers and ends by itself.
package final class PeerServer {
    /// The address of the server.
    package let address: SocketAddress
    /// The connections that the test has not accepted.
    package var waiting: [(descriptor: Int32, address: SocketAddress)] = []
    private var listener: Listener?
    private let loop: EventLoop

    /// Listens on a port of 127.0.0.1.
    package init(_ loop: EventLoop) throws {
        self.loop = loop
        let socket = try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))
        address = socket.address
        listener = Listener(loop, socket) { [unowned self] in self.waiting.append(($0, $1)) }
    }

    deinit {
        while let left = waiting.popLast() { Peer(left.descriptor).close() }
    }

    /// Turns the loop until there is a connection, and accepts it; nil if none comes.
    package func accept() -> Peer? {
        guard loop.run(until: { !waiting.isEmpty }) else { return nil }
        return Peer(waiting.removeFirst().descriptor)
    }

    /// Accepts no more.
    package func close() { listener = nil }
}
