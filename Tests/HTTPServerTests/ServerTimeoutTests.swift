import HTTP
import HTTPServer
import LoopPeers
import Networking
import Testing

/// What a connection does with clients that take their time, or leave.
@Suite(.timeLimit(.minutes(1))) struct ServerTimeoutTests {
    private static func times(_ set: (inout ServerTimeouts) -> Void) -> ServerTimeouts {
        var times = ServerTimeouts()
        set(&times)
        return times
    }

    @Test func aClientThatAsksNothingIsClosed() throws {
        let client = try ServedClient(times: Self.times { $0.idle = 20 })
        #expect(client.loop.run { client.ends == 1 })
        client.release()
        #expect(client.sees(.finished))
        #expect(client.peer.received.isEmpty)
    }

    /// A client that sends on slowly has no more time than one that sends nothing.
    @Test(arguments: [
        "GET /a HTTP/1.1\r\n", "POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
    ])
    func aRequestThatDoesNotBecomeWholeIsRefused(beginning: String) throws {
        let client = try ServedClient(times: Self.times { ($0.head, $0.body) = (60, 60) })
        client.peer.send(beginning)
        let isRefused = client.loop.run {
            client.peer.send("X: y\r\n")
            return client.peer.sees(.finished)
        }
        #expect(isRefused && client.peer.text.contains("malformed(HTTP.RequestError.timedOut)"))
        #expect(client.asked.isEmpty)
    }

    @Test func aComputationThatTakesTooLongIsGivenUp() throws {
        let client = try ServedClient(times: Self.times { $0.computation = 30 })
        client.peer.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reads(until: "too long").hasSuffix("\r\n\r\ntoo long"))
        client.connection?.reply(ServedClient.text("late"))
        client.loop.turn(times: 3)
        #expect(client.peer.read().isEmpty && client.ends == 0)
    }

    /// A client that has finished may still read. Two interim responses tell it from one that has gone.
    @Test func aFinishedClientIsAskedTwiceWhetherItIsThere() throws {
        let client = try ServedClient(times: Self.times { $0.presenceCheck = 10 })
        client.peer.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        client.peer.finish()
        let question = "HTTP/1.1 102 Processing\r\n\r\n"
        #expect(client.loop.run { client.peer.text == question + question })
        client.loop.turn(times: 20)
        #expect(client.peer.text == question + question && client.ends == 0)
        client.peer.clear()
        client.connection?.reply(ServedClient.text("computed"))
        #expect(client.sees(.finished))
        #expect(client.peer.text.hasSuffix("\r\n\r\ncomputed"))
    }

    @Test func aClientThatHasGoneEndsItsComputation() throws {
        let client = try ServedClient(times: Self.times { $0.presenceCheck = 10 })
        client.peer.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.loop.run { client.asked == ["/later"] })
        client.peer.close()
        #expect(client.loop.run { client.ends == 1 })
    }

    @Test func aClientThatTakesNothingOfItsResponseIsReset() throws {
        let client = try ServedClient(times: Self.times { $0.reply = 30 })
        client.peer.send("GET /megabytes HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.loop.run { client.ends == 1 })
        client.release()
        #expect(client.sees(.reset))
        #expect(client.peer.received.count < 16 << 20)
    }

    @Test func nextRequestIsReadAfterTheResponse() throws {
        let client = try ServedClient()
        client.peer.send("GET /megabytes HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.loop.run { client.asked == ["/megabytes"] })
        #expect(client.connection?.pendingBytes ?? 0 > 0)
        client.loop.turn(times: 5)
        #expect(client.asked == ["/megabytes"])
        #expect(client.loop.run { client.peer.read().count > 16 << 20 && client.asked.last == "/a" })
        #expect(client.loop.run { client.peer.read().suffix(8).elementsEqual("GET /a 0".utf8) })
        #expect(client.connection?.pendingBytes == 0)
    }

    @Test func closingConnectionEndsAfterItsTimeLimit() throws {
        let client = try ServedClient(times: Self.times { $0.closing = 20 })
        client.peer.send("GET /a HTTP/1.0\r\n\r\n")
        #expect(client.sees(.finished))
        #expect(client.loop.run { client.ends == 1 })
    }
}
