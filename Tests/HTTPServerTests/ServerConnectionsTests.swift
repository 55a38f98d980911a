import HTTPServer
import LoopPeers
import Networking
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerConnectionsTests {
    private let server: ServerConnections
    private let address: SocketAddress
    /// The last property, because it must outlive the others.
    private let loop: EventLoop

    init() throws {
        loop = try EventLoop()
        let socket = try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0))
        address = socket.address
        server = ServerConnections(loop, socket, limit: 2, ServedClient.environment())
    }

    /// A client whose first request is answered, unless it is computed.
    private func client(asking path: String = "/a") throws -> Peer {
        let peer = try Peer(connectedTo: address)
        peer.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return peer
    }

    private func isAnswered(_ peer: Peer) -> Bool { loop.run { peer.text.contains("\r\n\r\n") } }

    @Test func connectionWithTheOldestRequestIsReplaced() throws {
        let first = try client()
        #expect(isAnswered(first))
        let second = try client()
        #expect(isAnswered(second))
        // A request makes the first client the later one.
        loop.turn(times: 3)
        first.clear()
        first.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(isAnswered(first))
        let third = try client()
        #expect(isAnswered(third))
        #expect(loop.run { second.sees(.finished) })
        #expect(first.sees(.none) && third.sees(.none))
    }

    /// A client is closed for another one that is there, and not before.
    @Test func connectionsAreLimited() throws {
        let peers = [try client(), try client()]
        #expect(peers.allSatisfy(isAnswered))
        loop.turn(times: 5)
        #expect(peers.allSatisfy { $0.sees(.none) })
    }

    @Test func connectionsWithStreamsAreNotReplaced() throws {
        let (first, second) = (try client(asking: "/stream"), try client(asking: "/stream"))
        #expect(loop.run { first.text.contains("begun") && second.text.contains("begun") })
        let third = try client()
        loop.turn(times: 20)
        #expect(third.read().isEmpty)
        first.close()
        #expect(isAnswered(third))
        #expect(second.sees(.none))
    }

    @Test func allConnectionsAreClosedWithTheServer() throws {
        let peers = [try client(), try client()]
        #expect(peers.allSatisfy(isAnswered))
        server.close()
        #expect(loop.run { peers.allSatisfy { $0.sees(.finished) } })
        #expect(throws: SystemError.self) { try Peer(connectedTo: address) }
    }
}
