import Foundation
import Testing

/// Plain HTTP through the proxy, to an origin that tells what it received.
@Suite struct PlainHTTPJourneyTests {
    private func observing() throws -> (Site, Proxy) {
        let site = try Site.shared.get()
        return (site, try Proxy("--mode", "observe", site: site))
    }

    @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
    func everyMethodArrives(method: String) throws {
        let (site, proxy) = try observing()
        let answer = try proxy.curl("--request", method, try site.url("origin", "/a?b=c", scheme: "http"))
        #expect(answer.status == 200)
        #expect(answer.output.contains(#""method": "\#(method)""#))
        #expect(answer.output.contains(#""path": "/a?b=c""#))
    }

    @Test func hopByHopFieldsStayAndTheRestArrives() throws {
        let (site, proxy) = try observing()
        let answer = try proxy.curl(
            "--header", "Proxy-Authorization: Basic c2VjcmV0", "--header", "X-Kept: Yes", "--header", "X-Dropped: No",
            "--header", "Connection: X-Dropped", try site.url("origin", scheme: "http"))
        #expect(answer.output.contains("X-Kept: Yes"))
        #expect(!answer.output.contains("c2VjcmV0"))
        #expect(!answer.output.contains("X-Dropped"))
        #expect(answer.output.contains("Via: 1.1 atsproxy"))
    }

    @Test func chunkedBodiesArriveBothWays() throws {
        let (site, proxy) = try observing()
        let answer = try proxy.curl(
            "--header", "Transfer-Encoding: chunked", "--data-binary", "@\(site.root)",
            try site.url("origin", "/chunked", scheme: "http"))
        let size = try Data(contentsOf: URL(filePath: site.root)).count
        #expect(answer.status == 200)
        #expect(answer.output.contains(#""length": \#(size)"#))
    }

    @Test func oneConnectionServesSeveralRequests() throws {
        let (site, proxy) = try observing()
        let url = try site.url("origin", scheme: "http")
        let answer = try proxy.curl("--verbose", url, url, url, "--write-out", "%{num_connects} ")
        #expect(answer.exit == 0)
        #expect(answer.output.contains("1 ") && answer.output.contains("0 "))
    }

    @Test(arguments: [
        ("/no-content", 204), ("/until-close", 200), ("/early", 413), ("/close", 502), ("/noise", 502),
    ])
    func unusualAnswersAreHandled(path: String, status: Int) throws {
        let (site, proxy) = try observing()
        #expect(try proxy.curl(try site.url("origin", path, scheme: "http")).status == status)
        // Whatever the origin did, the next request is served.
        #expect(try proxy.curl(try site.url("plain", scheme: "http")).status == 200)
    }

    @Test func aBodyThatIsCutOffIsNotTakenForWhole() throws {
        let (site, proxy) = try observing()
        #expect(try proxy.curl(try site.url("origin", "/cut", scheme: "http")).exit != 0)
    }

    @Test(arguments: ["/close", "/noise", "/cut"], ["observe", "enforce"])
    func aPermittedLoadWithoutAWholeAnswerIsNotJudged(path: String, mode: String) throws {
        let site = try Site.shared.get()
        let policy = #"{"NSExceptionDomains":{"origin.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#
        let proxy = try Proxy("--mode", mode, site: site, policy: policy)
        _ = try proxy.curl(try site.url("origin", path, scheme: "http"))
        var words: [String] = []
        let isWhole = try holds {
            words = try proxy.events().filter { $0["host"] as? String == "origin.test" }
                .compactMap { ($0["decision"] ?? $0["event"]) as? String }.filter { $0 != "service" && $0 != "facts" }
            return words.last == "closed"
        }
        #expect(isWhole && words == ["allowed", "failed", "closed"], "\(words)")
    }

    @Test func headHasNoBody() throws {
        let (site, proxy) = try observing()
        let answer = try proxy.curl("--head", try site.url("origin", "/chunked", scheme: "http"))
        #expect(answer.exit == 0)
        #expect(answer.status == 200)
    }

    @Test func aClientThatExpectsContinueIsToldSo() throws {
        let (site, proxy) = try observing()
        let answer = try proxy.curl(
            "--header", "Expect: 100-continue", "--data-binary", "@\(site.root)",
            try site.url("origin", scheme: "http"))
        #expect(answer.output.contains("100 Continue"))
        #expect(answer.status == 200)
    }

    @Test func anOldClientGetsWholeAnswers() throws {
        let (site, proxy) = try observing()
        let answer = try proxy.curl("--http1.0", try site.url("origin", "/chunked", scheme: "http"))
        #expect(answer.status == 200)
        #expect(!answer.output.lowercased().contains("transfer-encoding"))
        #expect(answer.output.contains(#""method": "GET""#))
    }

    @Test func webSocketsAreUpgraded() throws {
        let (site, proxy) = try observing()
        let client = try Client.start(
            "open_websocket", ["\(proxy.port)", "origin.test:\(try site.port("origin"))"])
        #expect(client.end() == 0)
        #expect(client.output == "HTTP/1.1 101 Switching Protocols\nping through the tunnel\n")
        #expect(try proxy.decision(about: "origin.test").event["scheme"] as? String == "ws")
    }

    /// What the client sends together with its request for an upgrade is the beginning of the tunnel, and judged as
    /// one.
    @Test func whatComesWithAnUpgradeIsJudged() throws {
        let site = try Site.shared.get()
        let policy = #"{"NSExceptionDomains":{"origin.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#
        let proxy = try Proxy(site: site, policy: policy)
        let client = try Client.start(
            "hide_in_websocket", ["\(proxy.port)", "origin.test:\(try site.port("origin"))"])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(client.output == "101\nreset\n")
        let blocked = try proxy.events().filter { $0["decision"] as? String == "blocked" }
        #expect(blocked.count == 1 && "\(blocked)".contains("tunnel.sni"), "\(blocked)")
    }

    /// Both sides may send before the tunnel is open. The bytes of one side can end the inspection of the tunnel before
    /// those of the other are passed on.
    @Test(arguments: ["upgrade", "connect"], ["observe", "enforce"])
    func whatBothSidesSendEarlyArrives(request: String, mode: String) throws {
        let site = try Site.shared.get()
        let policy = #"{"NSExceptionDomains":{"origin.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"#
        let proxy = try Proxy("--mode", mode, "--examine", "needed", site: site, policy: policy)
        let client = try Client.start("send_early", ["\(proxy.port)", "origin.test", request])
        #expect(client.end() == 0, "\(client.errors)")
        let status = request == "upgrade" ? 101 : 200
        #expect(client.output == "\(status)\nclient complete\nserver complete\n")
    }

    @Test func theProxyAnswersForItself() throws {
        let (_, proxy) = try observing()
        #expect(try Answer(curl: ["http://127.0.0.1:\(proxy.port)/healthz"]).status == 200)
        #expect(try Answer(curl: ["http://127.0.0.1:\(proxy.port)/"]).output.contains("text/html"))
        #expect(try Answer(curl: ["http://127.0.0.1:\(proxy.port)/nothing"]).status == 404)
    }
}
