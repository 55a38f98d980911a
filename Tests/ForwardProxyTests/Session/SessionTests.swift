import Testing
import TransportSecurity

@testable import ForwardProxy

private let request = "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"
private let forwarded = "> GET / HTTP/1.1\r\nHost: a\r\nVia: 1.1 atsproxy\r\n\r\n"
private let okHead = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
private let okSent = "< HTTP/1.1 200 OK\r\nContent-Length: 2\r\nVia: 1.1 atsproxy\r\n\r\n"

@Suite struct SessionTests {
    @Test func opensATunnelWithWhatCameEarly() {
        let script = SessionScript()
        #expect(
            script.client("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\nUser-Agent: X/1\r\n\r\nhello")
                == ["decide CONNECT https://a:443"])
        #expect(script.client(" again") == [])
        #expect(script.on(.permitted(SessionScript.permit)) == ["connect a:80"])
        #expect(
            script.on(.connected(isReused: false))
                == ["< HTTP/1.1 200 Connection established\r\n\r\n", "tunnel > hello again"])
        #expect(script.on(.refused(.destinationProhibited)) == ["reset client"])
    }

    @Test func carriesAHalfCloseIntoTheTunnel() {
        let script = SessionScript()
        _ = script.client("CONNECT a:443 HTTP/1.0\r\n\r\n")
        #expect(script.on(.clientFinished) == [])
        _ = script.on(.permitted(SessionScript.permit))
        #expect(script.on(.connected(isReused: false)).suffix(2) == ["tunnel", "finish origin"])
    }

    @Test func readsOnOnceABodyThatCameEarlyIsOnItsWay() {
        var limits = Limits()
        limits.pipelined = 4
        let script = SessionScript(limits: limits)
        let head = "POST http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
        #expect(script.client(head + "early") == ["decide POST http://a:80/", "pause client"])
        _ = script.on(.permitted(SessionScript.permit))
        #expect(script.on(.connected(isReused: false)).suffix(3) == ["> early", "relay > 4", "resume client"])
    }

    @Test func passesExchangeAfterExchange() {
        let script = SessionScript()
        for isReused in [false, true, true] {
            #expect(script.client(request) == ["decide GET http://a:80/"])
            #expect(script.on(.permitted(SessionScript.permit)) == ["connect a:80"])
            #expect(script.on(.connected(isReused: isReused)) == [forwarded])
            #expect(script.origin(okHead + "ok") == [okSent, "< ok", "keep origin", "finished 200 origin complete"])
        }
    }

    @Test func givesTheSameSplitAtEveryByte() {
        let text = "POST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        let response =
            "HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
        let whole = SessionScript()
        let expected = (whole.open(text) + whole.origin(response)).joiningPieces
        #expect(expected.map { $0.prefix(2) } == ["> ", "< ", "ke", "fi"])
        let bytes = Array(text.utf8)
        let head = text.utf8.count - "5\r\nhello\r\n0\r\n\r\n".utf8.count
        for index in 1..<bytes.count {
            let script = SessionScript()
            let first = script.on(.clientSent(bytes[..<index]))
            // In the body, the second part comes after the connection is open.
            if index < head { #expect(first + script.on(.clientSent(bytes[index...])) == ["decide POST http://a:80/"]) }
            #expect(script.on(.permitted(SessionScript.permit)) == ["connect a:80"])
            var lines = script.on(.connected(isReused: false))
            if index >= head { lines += script.on(.clientSent(bytes[index...])) }
            for byte in response.utf8 { lines += script.on(.originSent([byte])) }
            #expect(lines.joiningPieces == expected, "split at \(index)")
        }
    }

    @Test func passesOnChunksInAFurtherCodingUnread() {
        let chunks = "5\r\n\u{1}gzip\r\n0\r\n\r\n"
        let request = "POST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
        let script = SessionScript()
        let sent = script.open(request + chunks + "GET http://a/ HTTP/1.1\r\n").toOrigin
        #expect(sent.contains("Transfer-Encoding: gzip, chunked\r\n"))
        #expect(sent.hasSuffix(chunks))
        let response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n"
        let lines = script.origin(response + "\r\n" + chunks)
        #expect(lines.toClient.hasPrefix(response) && lines.toClient.hasSuffix(chunks))
        #expect(lines.contains("keep origin"))
    }

    /// HTTP/1.0 has no transfer codings, and this one is not taken out here.
    @Test func givesAClientOfHTTP10NoFurtherCoding() {
        let script = SessionScript()
        _ = script.open("GET http://a/ HTTP/1.0\r\n\r\n")
        let lines = script.origin("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
        #expect(lines.contains { $0.hasPrefix("< HTTP/1.1 502") } && lines.contains("drop origin"))
    }

    @Test func relaysBodiesOfKnownLength() {
        let script = SessionScript()
        let lines = script.open("PUT http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n1234")
        #expect(lines.dropFirst() == ["> 1234", "relay > 6"])
        #expect(script.on(.relayed(.fromClient)) == [])
        #expect(
            script.origin("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")
                == ["< HTTP/1.1 200 OK\r\nContent-Length: 5\r\nVia: 1.1 atsproxy\r\n\r\n", "< abc", "relay < 2"])
        #expect(script.on(.relayed(.fromOrigin)) == ["keep origin", "finished 200 origin complete"])
    }

    @Test func answersPipelinedRequestsInOrder() {
        let script = SessionScript()
        #expect(script.client(request + "GET http://b/ HTTP/1.1\r\nHost: b\r\n\r\n") == ["decide GET http://a:80/"])
        _ = script.on(.permitted(SessionScript.permit))
        #expect(script.on(.connected(isReused: false)) == [forwarded])
        #expect(
            script.origin(okHead + "ok")
                == [okSent, "< ok", "keep origin", "finished 200 origin complete", "decide GET http://b:80/"])
    }

    @Test func boundsWhatComesTooEarly() {
        var limits = Limits()
        limits.pipelined = 10
        let script = SessionScript(limits: limits)
        _ = script.open(request)
        #expect(script.client("GET http") == [])
        #expect(script.client("://b/ HTTP/1.0\r\n\r\n") == ["pause client"])
        #expect(
            script.origin(okHead + "ok").suffix(2) == ["decide GET http://b:80/", "resume client"])
    }

    @Test func closesWhereTheClientOrItsVersionAsksForIt() {
        for (text, closes) in [
            ("GET http://a/ HTTP/1.0\r\n\r\n", true),
            ("GET http://a/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false),
            ("GET http://a/ HTTP/1.0\r\nProxy-Connection: Keep-Alive\r\n\r\n", false),
            ("GET http://a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true),
        ] {
            let script = SessionScript()
            _ = script.open(text)
            let lines = script.origin(okHead + "ok")
            #expect(lines.contains("close client") == closes)
            #expect(lines.toClient.contains("Connection: " + (closes ? "close" : "keep-alive")))
        }
    }

    @Test func dechunksForHTTP10() {
        let script = SessionScript()
        _ = script.open("GET http://a/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(
            script.origin(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
            )
                == [
                    "< HTTP/1.1 200 OK\r\nConnection: close\r\nVia: 1.1 atsproxy\r\n\r\n", "< ok", "keep origin",
                    "finished 200 origin complete", "close client",
                ])
    }

    @Test func relaysInterimResponsesAndExpectations() {
        let script = SessionScript()
        let lines = script.open(
            "PUT http://a/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(lines.toOrigin.contains("Expect: 100-continue") && lines.dropFirst() == ["relay > 2"])
        #expect(
            script.origin("HTTP/1.1 100 Continue\r\nX: y\r\n\r\n")
                == ["< HTTP/1.1 100 Continue\r\nX: y\r\nVia: 1.1 atsproxy\r\n\r\n"])
        _ = script.on(.relayed(.fromClient))
        #expect(script.origin(okHead + "ok").last == "finished 200 origin complete")
    }

    @Test(arguments: ["HTTP/1.1 204 No\r\n\r\n", "HTTP/1.1 304 Not\r\nContent-Length: 9\r\n\r\n"])
    func knowsResponsesWithoutABody(response: String) {
        let script = SessionScript()
        _ = script.open(request)
        #expect(script.origin(response).suffix(2).first == "keep origin")
    }

    @Test func knowsThatHEADHasNoBody() {
        let script = SessionScript()
        _ = script.open("HEAD http://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(script.origin(okHead) == [okSent, "keep origin", "finished 200 origin complete"])
    }

    @Test func delimitsByCloseWhereTheOriginDoes() {
        let script = SessionScript()
        _ = script.open(request)
        #expect(
            script.origin("HTTP/1.0 200 OK\r\n\r\nabc")
                == ["< HTTP/1.1 200 OK\r\nConnection: close\r\nVia: 1.0 atsproxy\r\n\r\n", "< abc", "relay < all"])
        #expect(script.on(.originFinished) == ["drop origin", "finished 200 origin complete", "close client"])
    }

    @Test func upgrades() {
        let script = SessionScript()
        let lines = script.open(
            "GET http://a/chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nearly")
        #expect(lines.count == 1 && lines.toOrigin.hasPrefix("GET /chat HTTP/1.1\r\n"))
        #expect(lines.toOrigin.hasSuffix("\r\n\r\n"))
        #expect(
            script.origin("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nfirst")
                == [
                    "< HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nVia: 1.1 atsproxy\r\n\r\n",
                    "tunnel > early < first",
                ])
    }

    @Test func judgesAWebSocketAsOne() {
        let script = SessionScript()
        #expect(
            script.client("GET http://a/ HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
                == ["decide GET ws://a:80/"])
    }

    @Test func deliversAnEarlyReplyAndCloses() {
        let script = SessionScript()
        _ = script.open("PUT http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
        let lines = script.origin("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        #expect(lines.toClient.hasPrefix("HTTP/1.1 413 ") && lines.toClient.contains("Connection: close"))
        #expect(lines.dropFirst() == ["drop origin", "finished 413 client complete", "close client"])
    }

    @Test func stillAnswersAClientThatHasClosedItsSide() {
        let script = SessionScript()
        _ = script.open(request)
        #expect(script.on(.clientFinished) == [])
        let lines = script.origin(okHead + "ok")
        #expect(lines.last == "close client" && lines.contains("< ok"))
    }

    @Test func finishesWhatIsOpenWhenDraining() {
        let idle = SessionScript()
        #expect(idle.on(.draining) == ["close client"])
        let busy = SessionScript()
        _ = busy.open(request)
        #expect(busy.on(.draining) == [])
        #expect(busy.origin(okHead + "ok").last == "close client")
    }
}
