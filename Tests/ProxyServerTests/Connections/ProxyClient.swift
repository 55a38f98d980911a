import InternetNames
import LoopPeers
import Networking
import TransportSecurity

@testable import ProxyServer

/// A client of the proxy, on a connection that the test drives.
final class ProxyClient {
    let parts: WorkerParts
    let peer: Peer
    private(set) weak var connection: Connection?

    /// Connects a client with that address to the listener.
    init(_ parts: WorkerParts, from address: SocketAddress = WorkerParts.client) throws {
        self.parts = parts
        let (peer, descriptor, _) = try Peer.connected(parts.loop)
        self.peer = peer
        let connection = Connection(parts.environment, parts.listener, descriptor: descriptor, from: address)
        self.connection = connection
        parts.environment.connections.insert(connection)
        connection.begin()
    }

    /// Sends requests for pages of a server.
    func get(_ paths: String..., of server: PeerServer, version: String = "1.1") {
        peer.send(paths.map { "GET http://\(server.address)\($0) HTTP/\(version)\r\nHost: a\r\n\r\n" }.joined())
    }

    /// Turns the loop until the client has that text, or its end; returns what it has, without what it had before.
    func reads(until text: String) -> String {
        _ = parts.loop.run { peer.text.contains(text) || peer.end != .none }
        defer { peer.clear() }
        return peer.text
    }

    /// Whether the client sees that end.
    func sees(_ end: Peer.End) -> Bool { parts.loop.run { peer.sees(end) } }

    /// Whether the connection has ended and is released.
    var isOver: Bool { parts.loop.run { connection == nil } }
}

extension Peer {
    /// Turns the loop until the peer has the whole head of a request; returns its first line.
    func reads(requestOn loop: EventLoop) -> String {
        _ = loop.run { text.contains("\r\n\r\n") }
        defer { clear() }
        return String(text.prefix { $0 != "\r\n" })
    }

    /// Answers a request with a body.
    func answer(_ body: String) {
        send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}
