import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite(.timeLimit(.minutes(1))) struct ConnectionTests {
    private static let exchange = ["allowed", "closed by client: finished"]

    @Test func oneConnectionServesRequestsInARow() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.get("/a?b=c", of: server)
        let origin = try #require(server.accept())
        #expect(origin.reads(requestOn: parts.loop) == "GET /a?b=c HTTP/1.1")
        origin.answer("first")
        #expect(client.reads(until: "first").hasSuffix("\r\n\r\nfirst"))
        // The same connection leads to the same origin.
        client.get("/d", of: server)
        #expect(origin.reads(requestOn: parts.loop) == "GET /d HTTP/1.1")
        origin.answer("second")
        #expect(client.reads(until: "second").hasSuffix("\r\n\r\nsecond"))
        #expect(server.waiting.isEmpty && client.connection != nil)
        #expect(try parts.summary().count == 4 && parts.ends().map(\.how) == [.finished, .finished])
        #expect(try parts.decisions().map(\.path) == ["/a", "/d"])
    }

    @Test func pipelinedRequestsReachTheOriginOneByOne() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.get("/1", "/2", "/3", of: server)
        let origin = try #require(server.accept())
        for number in 1...3 {
            #expect(origin.reads(requestOn: parts.loop) == "GET /\(number) HTTP/1.1")
            parts.loop.turn(times: 3)
            #expect(origin.read().isEmpty)
            origin.answer("answer \(number)")
            #expect(client.reads(until: "answer").hasSuffix("answer \(number)"))
        }
        #expect(try parts.decisions().map(\.path) == ["/1", "/2", "/3"])
    }

    /// The bytes of one load are not those of the one before it.
    @Test func eachLoadHasItsOwnBytes() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        var sizes: [(client: Int, server: Int)] = []
        var origin: Peer?
        for length in [1, 100] {
            let request =
                "GET http://\(server.address)/\(String(repeating: "p", count: length)) HTTP/1.1\r\nHost: a\r\n\r\n"
            client.peer.send(request)
            let answering = try #require(origin ?? server.accept())
            origin = answering
            _ = answering.reads(requestOn: parts.loop)
            let body = String(repeating: "b", count: 10 * length)
            answering.answer(body)
            _ = client.reads(until: body)
            sizes.append(
                (request.utf8.count, "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8.count))
        }
        let ends = try parts.ends()
        #expect(ends.map(\.bytesFromClient) == sizes.map { Int64($0.client) })
        #expect(ends.map(\.bytesFromServer) == sizes.map { Int64($0.server) })
        #expect(parts.counters.bytesFromClients.value == sizes.map(\.client).reduce(0, +))
    }

    @Test func aRequestMayComeInPieces() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        for byte in Array("GET http://\(server.address)/a HTTP/1.1\r\nHost: a\r\n\r\n".utf8) {
            client.peer.send([byte])
            parts.loop.turn()
        }
        #expect(try #require(server.accept()).reads(requestOn: parts.loop) == "GET /a HTTP/1.1")
    }

    /// What is no request, behind which so many letters come.
    @Test(arguments: [
        ("nonsense\r\n\r\n", 0, 400), ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 0, 400),
        ("GET http://a/ HTTP/1.1\r\n\r\n", 0, 400),
        ("GET http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 0, 400),
        ("GET http://a/", 20_000, 414), ("GET http://a/ HTTP/1.1\r\nHost: a\r\nX: ", 70_000, 431),
    ])
    func aMalformedRequestIsRefusedAndRecorded(request: String, letters: Int, status: Int) throws {
        let parts = try WorkerParts(.observe)
        let client = try ProxyClient(parts)
        client.peer.send(request + String(repeating: "a", count: letters))
        #expect(client.sees(.finished))
        #expect(client.peer.text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(try parts.summary() == ["failed: http_request_error"])
        #expect(parts.counters.observe.loads.value == 1)
        client.peer.close()
        #expect(client.isOver)
    }

    /// A client that sends ahead is not read from beyond the limit.
    @Test func requestsThatComeAheadAreLimited() throws {
        var limits = Limits()
        limits.pipelined = 4096
        let parts = try WorkerParts(.observe, limits: limits)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.get("/first", of: server)
        let origin = try #require(server.accept())
        _ = origin.reads(requestOn: parts.loop)
        let ahead = [UInt8](repeating: 0x61, count: 1_000_000)
        var (sent, idleTurns) = (0, 0)
        while sent < 100_000_000, idleTurns < 20 {
            let count = client.peer.send(ahead)
            (sent, idleTurns) = (sent + count, count == 0 ? idleTurns + 1 : 0)
            parts.loop.turn()
        }
        #expect(idleTurns == 20 && sent < 50_000_000)
        #expect(parts.counters.bytesFromClients.value < 1_000_000)
    }

    @Test func aRefusedClientIsTold() throws {
        let parts = try WorkerParts(.observe)
        let client = try ProxyClient(parts, from: SocketAddress(.v4(0xC000_0201), port: 50_000))
        client.peer.send("GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.sees(.finished) && client.peer.text.hasPrefix("HTTP/1.1 403 "))
        #expect(try parts.summary() == ["failed: http_request_denied"])
        #expect(parts.counters.refused.value(of: .clientNotAllowed) == 1)
        #expect(parts.counters.observe.loads.value == 0)
    }

    @Test func tooManyConnectionsOfOneClientAreRefused() throws {
        var limits = Limits()
        limits.connectionsPerClient = 1
        let parts = try WorkerParts(.observe, limits: limits)
        let (first, second) = (try ProxyClient(parts), try ProxyClient(parts))
        second.peer.send("GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(second.sees(.finished) && second.peer.text.hasPrefix("HTTP/1.1 503 "))
        #expect(parts.counters.refused.value(of: .tooManyOfClient) == 1)
        #expect(first.connection != nil)
        // Whoever leaves makes room.
        for client in [first, second] { client.peer.close() }
        #expect(first.isOver && second.isOver)
        #expect(parts.shared.connectionLimits.total == 0)
    }

    @Test func aBlockedLoadReachesNobody() throws {
        let parts = try WorkerParts(.enforce, rules: .standard(logs: nil))
        let server = try PeerServer(parts.loop)
        let client = try ProxyClient(parts)
        client.peer.send("GET http://a.example:\(server.address.port)/ HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reads(until: "\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
        parts.loop.turn(times: 5)
        #expect(server.waiting.isEmpty)
        #expect(try parts.summary() == ["blocked"])
    }

    @Test func aTunnelTakesTheConnectionOver() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.peer.send("CONNECT \(server.address) HTTP/1.1\r\nHost: a\r\n\r\nearly")
        let origin = try #require(server.accept())
        #expect(client.reads(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        #expect(client.isOver && !parts.environment.connections.isEmpty)
        #expect(parts.loop.run { origin.text == "early" })
        origin.send("answer")
        #expect(client.reads(until: "answer") == "answer")
        origin.finish()
        client.peer.finish()
        #expect(parts.loop.run { parts.environment.connections.isEmpty })
        let end = try #require(try parts.ends().first)
        #expect(end.bytesFromClient == 5 && end.bytesFromServer == 6)
    }

    @Test func aDrainEndsTheConnectionAfterItsExchange() throws {
        let parts = try WorkerParts(.observe)
        let (server, client, idle) = (try PeerServer(parts.loop), try ProxyClient(parts), try ProxyClient(parts))
        client.get("/a", of: server)
        let origin = try #require(server.accept())
        _ = origin.reads(requestOn: parts.loop)
        for connection in parts.environment.connections.all { connection.drain() }
        #expect(idle.sees(.finished))
        parts.loop.turn(times: 5)
        #expect(client.peer.sees(.none))
        origin.answer("last")
        #expect(client.sees(.finished))
        #expect(client.peer.text.hasSuffix("last") && client.peer.text.lowercased().contains("connection: close"))
    }

    @Test func aListenerThatIsGoneEndsItsConnections() throws {
        let parts = try WorkerParts(.observe)
        let client = try ProxyClient(parts)
        parts.environment.use([], Limits(), .init())
        client.connection?.reconfigured()
        #expect(client.sees(.finished))
    }

    @Test func aStopRecordsTheExchangeUnderWay() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.get("/a", of: server)
        let origin = try #require(server.accept())
        _ = origin.reads(requestOn: parts.loop)
        origin.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        _ = client.reads(until: "abc")
        client.connection?.stop()
        #expect(
            try parts.summary() == ["allowed", "failed: proxy_internal_response", "closed by proxy: drained"])
        #expect(try parts.ends().first?.bytesFromServer == 42)
    }
}
