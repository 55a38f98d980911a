import HTTP
import HTTPServer
import LoopPeers
import Networking
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerConnectionTests {
    @Test func oneConnectionServesRequestsInARow() throws {
        let client = try ServedClient()
        for number in 0..<3 {
            client.peer.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = client.reads(until: "/\(number) 0")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.contains("Connection: close"))
            #expect(answer.contains("\r\nServer: test\r\n") && answer.contains("\r\nContent-Length: 8\r\n"))
        }
        #expect(client.ends == 0 && client.peer.end == .none)
    }

    @Test(arguments: ["GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /a HTTP/1.0\r\n\r\n"])
    func aClientThatWantsNoFurtherResponseIsClosed(request: String) throws {
        let client = try ServedClient()
        client.peer.send(request + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.sees(.finished))
        #expect(client.peer.text.contains("\r\nConnection: close\r\n") && client.asked == ["/a"])
        // What the client still sends is read, so that no reset overtakes the response.
        client.peer.send("more")
        client.loop.turn(times: 5)
        #expect(client.ends == 0)
        client.peer.close()
        #expect(client.loop.run { client.ends == 1 })
    }

    @Test func aRequestMayComeInPieces() throws {
        let client = try ServedClient()
        for byte in Array("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8) {
            #expect(client.asked.isEmpty)
            client.peer.send([byte])
            client.loop.turn()
        }
        #expect(client.reads(until: "\r\n\r\nPOST").hasSuffix("POST /p 3"))
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let client = try ServedClient()
        client.peer.send(
            ["/a", "/later", "/b", "/c"].map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        #expect(client.reads(until: "/a 0").hasSuffix("GET /a 0"))
        client.loop.turn(times: 5)
        // Nothing overtakes the response that is computed.
        #expect(client.asked == ["/a", "/later"] && client.peer.read().isEmpty)
        client.connection?.reply(ServedClient.text("computed"))
        let rest = client.reads(until: "/c 0")
        let order = ["computed", "GET /b 0", "GET /c 0"].map { rest.firstRange(of: $0)?.lowerBound }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
        #expect(client.asked == ["/a", "/later", "/b", "/c"])
    }

    @Test func aSecondReplyIsNotSent() throws {
        let client = try ServedClient()
        client.peer.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.loop.run { client.asked == ["/later"] })
        client.connection?.reply(ServedClient.text("first"))
        client.connection?.reply(ServedClient.text("second"))
        client.peer.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        let all = client.reads(until: "/a 0")
        #expect(all.contains("first") && !all.contains("second"))
    }

    @Test func aHeadRequestGetsNoBody() throws {
        let client = try ServedClient()
        client.peer.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        let all = client.reads(until: "/b 0")
        #expect(all.contains("Content-Length: 9\r\n") && !all.contains("HEAD /a"))
    }

    /// What is no whole request, behind which so many letters come, and the fault that the server is asked to describe.
    @Test(arguments: [
        ("nonsense\r\n\r\n", 0, "malformed(HTTP.RequestError.requestLine) -"),
        ("GET /", 17_000, "malformed(HTTP.RequestError.targetTooLong) -"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: ", 17_000, "malformed(HTTP.RequestError.headTooLarge) -"),
        ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 0, "notAPath -"),
        ("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", 0, "bodyTooLarge(limit: 10) /p"),
    ])
    func aFaultIsAnsweredAndEndsTheConnection(request: String, letters: Int, fault: String) throws {
        let client = try ServedClient()
        client.peer.send(request + String(repeating: "a", count: letters))
        #expect(client.sees(.finished))
        let (head, body) = client.peer.text.parts
        #expect(head.hasPrefix("HTTP/1.1 400 ") && body == fault)
        client.peer.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        client.loop.turn(times: 5)
        #expect(client.asked.isEmpty && client.ends == 0)
    }

    @Test func aBodyIsAskedForOnce() throws {
        let client = try ServedClient()
        client.peer.send("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.reads(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        let body = [UInt8](repeating: 0x61, count: 50_000)
        for _ in 0..<2 {
            #expect(client.peer.send(body) == body.count)
            client.loop.turn()
        }
        #expect(client.reads(until: "100000").hasSuffix("POST /large 100000"))
    }

    @Test func aStreamIsSentUntilItIsDropped() throws {
        let client = try ServedClient()
        client.peer.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reads(until: "begun") == "begun\n")
        client.connection?.send(Array("event\n".utf8))
        #expect(client.reads(until: "event") == "event\n")
        client.connection?.drop()
        client.release()
        #expect(client.sees(.reset))
        #expect(client.ends == 1 && client.asked == ["/stream"])
    }

    @Test func aStreamEndsWithItsClient() throws {
        let client = try ServedClient()
        client.peer.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.reads(until: "begun") == "begun\n")
        client.peer.finish()
        #expect(client.loop.run { client.ends == 1 })
    }
}
