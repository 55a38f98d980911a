import ForwardProxy
import LoopPeers
import Networking
import Testing
import TransportSecurity

@testable import ProxyServer

/// What a connection does when a side leaves, or takes its time.
@Suite(.timeLimit(.minutes(1))) struct ConnectionEndTests {
    private static func limits(_ set: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        set(&limits)
        return limits
    }

    /// A client whose request has reached its origin.
    private static func exchange(_ parts: WorkerParts) throws -> (client: ProxyClient, origin: Peer, server: PeerServer)
    {
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.get("/a", of: server)
        let origin = try #require(server.accept())
        _ = origin.reads(requestOn: parts.loop)
        return (client, origin, server)
    }

    // MARK: - Sides that leave

    @Test func aClientThatLeavesEndsItsExchange() throws {
        let parts = try WorkerParts(.observe)
        let (client, origin, server) = try Self.exchange(parts)
        client.peer.reset()
        #expect(client.isOver)
        #expect(parts.loop.run { origin.sees(.finished) || origin.end == .reset })
        #expect(try parts.summary() == ["allowed", "failed: http_request_error", "closed by client: reset"])
        withExtendedLifetime(server) {}
    }

    @Test func anOriginThatLeavesBeforeItsResponseIsAFailure() throws {
        let parts = try WorkerParts(.observe)
        let (client, origin, server) = try Self.exchange(parts)
        origin.reset()
        #expect(client.reads(until: "\r\n\r\n").hasPrefix("HTTP/1.1 502 "))
        #expect(try parts.decisions().map(\.decision) == [.allowed, .failed])
        // The client may ask for something else.
        client.get("/b", of: server)
        #expect(server.accept() != nil)
    }

    /// A client does not take a part of a response for the whole.
    @Test func aResponseThatBreaksOffIsReset() throws {
        let parts = try WorkerParts(.observe)
        let (client, origin, server) = try Self.exchange(parts)
        origin.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        _ = client.reads(until: "abc")
        origin.close()
        #expect(client.sees(.reset) && client.isOver)
        #expect(try parts.decisions().map(\.decision) == [.allowed, .failed])
        #expect(try parts.ends().map(\.endedBy) == [.server])
        withExtendedLifetime(server) {}
    }

    @Test func aResponseUntilTheEndIsWholeWithTheEnd() throws {
        let parts = try WorkerParts(.observe)
        let (client, origin, server) = try Self.exchange(parts)
        origin.send("HTTP/1.1 200 OK\r\n\r\nabc")
        origin.close()
        _ = client.reads(until: "\r\n0\r\n\r\n")
        #expect(try parts.ends().map(\.how) == [.finished])
        withExtendedLifetime(server) {}
    }

    /// What an origin sends after its response is no response to the next request. A long body is relayed without being read.
    @Test(arguments: [1, 500_000])
    func anOriginThatSendsTooMuchIsNotUsedAgain(length: Int) throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        client.get("/a", "/b", of: server)
        let origin = try #require(server.accept())
        _ = origin.reads(requestOn: parts.loop)
        origin.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
        if length > 1 { _ = client.reads(until: "\r\n\r\n") }
        origin.send(String(repeating: "x", count: length) + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nstolen")
        #expect(parts.loop.run { client.peer.read().count >= length })
        let other = try #require(server.accept())
        #expect(other.reads(requestOn: parts.loop) == "GET /b HTTP/1.1")
        #expect(!client.peer.text.contains("stolen"))
    }

    @Test func anIdleOriginServesAnotherClient() throws {
        let parts = try WorkerParts(.observe)
        let (client, origin, server) = try Self.exchange(parts)
        origin.answer("first")
        _ = client.reads(until: "first")
        client.peer.close()
        #expect(client.isOver)
        let other = try ProxyClient(parts)
        other.get("/b", of: server)
        #expect(origin.reads(requestOn: parts.loop) == "GET /b HTTP/1.1")
        #expect(server.waiting.isEmpty)
    }

    @Test func aServerThatIsNotThereIsAFailure() throws {
        let parts = try WorkerParts(.observe)
        let (server, client) = (try PeerServer(parts.loop), try ProxyClient(parts))
        server.close()
        client.get("/a", of: server)
        #expect(client.reads(until: "\r\n\r\n").hasPrefix("HTTP/1.1 502 "))
        #expect(try parts.summary() == ["allowed", "failed: connection_refused"])
    }

    // MARK: - Sides that take their time

    @Test func aClientThatAsksNothingIsClosed() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits { $0.keepAliveIdle = 0.03 })
        let client = try ProxyClient(parts)
        #expect(client.sees(.finished))
        #expect(client.peer.received.isEmpty)
        #expect(try parts.lines().isEmpty)
    }

    /// A client that sends on slowly has no more time than one that sends nothing.
    @Test func aHeadThatDoesNotBecomeWholeIsRefused() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits { $0.requestHead = 0.06 })
        let client = try ProxyClient(parts)
        client.peer.send("GET http://a/ HTTP/1.1\r\n")
        let isRefused = parts.loop.run {
            client.peer.send("X: y\r\n")
            return client.peer.sees(.finished)
        }
        #expect(isRefused && client.peer.text.hasPrefix("HTTP/1.1 408 "))
        #expect(try parts.summary() == ["failed: http_request_error"])
    }

    @Test func anOriginThatDoesNotAnswerIsGivenUp() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits { $0.responseHead = 0.03 })
        let (client, origin, server) = try Self.exchange(parts)
        #expect(client.reads(until: "\r\n\r\n").hasPrefix("HTTP/1.1 504 "))
        #expect(parts.loop.run { origin.sees(.finished) })
        #expect(try parts.decisions().map(\.decision) == [.allowed, .failed])
        withExtendedLifetime(server) {}
    }

    @Test func aBodyThatStallsIsGivenUp() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits { $0.bodyIdle = 0.03 })
        let (client, origin, server) = try Self.exchange(parts)
        origin.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        #expect(client.sees(.reset) && client.isOver)
        #expect(
            try parts.summary() == ["allowed", "failed: connection_read_timeout", "closed by proxy: timeout"])
        withExtendedLifetime(server) {}
    }

    /// The last reply is not overtaken by a reset, and a client that does not close is not waited for long.
    @Test func aClientThatStaysAfterItsLastReplyIsReset() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits { $0.closing = 0.05 })
        let client = try ProxyClient(parts)
        client.peer.send("nonsense\r\n\r\n")
        #expect(client.sees(.finished) && client.peer.text.hasPrefix("HTTP/1.1 400 "))
        #expect(client.connection != nil)
        #expect(client.isOver)
    }

    /// A client that reads nothing stops its origin.
    @Test func aStalledClientStopsTheOrigin() throws {
        let parts = try WorkerParts(.observe)
        let (client, origin, server) = try Self.exchange(parts)
        let length = 100_000_000
        origin.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
        let piece = [UInt8](repeating: 0x62, count: 1_000_000)
        var (sent, idleTurns) = (0, 0)
        while sent < length, idleTurns < 20 {
            let count = origin.send(Array(piece.prefix(length - sent)))
            (sent, idleTurns) = (sent + count, count == 0 ? idleTurns + 1 : 0)
            parts.loop.turn()
        }
        #expect(idleTurns == 20 && sent < 50_000_000)
        let isRelayed = parts.loop.run(within: 30_000) { client.peer.read().count >= sent }
        #expect(isRelayed && client.peer.received.last == 0x62)
        withExtendedLifetime(server) {}
    }
}
