import Foundation
import Testing

/// Upstream proxies that fail: each failure is told as the upstream proxy's, and never held against the server.
@Suite struct UpstreamProxyFaultJourneyTests {
    /// How the upstream proxy fails, the error, and words of the sentence; for plain HTTP, the status that the client gets.
    private static let faults = [
        ("silent", "connection_read_timeout", "did not answer in time", 502),
        ("closing", "connection_terminated", "closed the connection", 502),
        ("no-http", "http_protocol_error", "sends no HTTP", 502),
        ("407", "proxy_configuration_error", "asks for a name and a password (407)", 502),
        ("407-ntlm", "proxy_configuration_error", "other than Basic (407)", 502),
        // What an upstream proxy says of plain HTTP may be the server's, and passes.
        ("403", "http_request_denied", "denies the request for good.test (403)", 403),
        ("502", "destination_unavailable", "could not reach good.test (502)", 502),
        ("405", "http_protocol_error", "answered with status 405", 405),
        ("401", "http_protocol_error", "answered with status 401, as tinyproxy does to a wrong password", 401),
    ]

    @Test(arguments: ["enforce", "observe"], faults)
    func aTunnelFailsAsThoseOfTheUpstreamProxy(mode: String, fault: (String, String, String, Int)) throws {
        let (how, error, words, _) = fault
        let upstreamProxy = try MisbehavingUpstreamProxy(how)
        let site = try Site.shared.get()
        // Where cleartext is permitted, a silent server would be let through.
        let proxy = try Proxy(
            "--mode", mode, "--upstream-proxy", upstreamProxy.url, "--connect-timeout", "1", site: site,
            policy: #"{"NSExceptionDomains": {"good.test": {"NSExceptionAllowsInsecureHTTPLoads": true}}}"#)
        try expectFailure(proxy, upstreamProxy.url, try site.url("good"), error, words)
        // The next load fares no better, and no worse.
        #expect(try proxy.curl(try site.url("good")).connect == 502)
    }

    /// RFC 9110 §9.3.8: a TRACE is answered with its own fields. Those for the upstream proxy stay between it and this proxy.
    @Test(arguments: ["enforce", "observe"])
    func thePasswordForTheUpstreamProxyDoesNotComeBackByATrace(mode: String) throws {
        let upstreamProxy = try MisbehavingUpstreamProxy(client: "echoing_upstream_proxy")
        let file = try UpstreamProxyProgram.credentialsFile()
        defer { unlink(file) }
        let proxy = try Proxy(
            "--mode", mode, "--upstream-proxy", upstreamProxy.url, "--upstream-auth", file, "--examine", "needed",
            site: try Site.shared.get(), policy: #"{"NSAllowsArbitraryLoads": true}"#)
        // Base64 of the name and the password; the upstream proxy does echo what it gets.
        let secret = "dXBzdHJlYW06czNjcmV0"
        #expect(try proxy.curl("http://plain.test/").output.contains(secret))
        for hops in ["", "0", "1", "7"] {
            let answer = try proxy.curl(
                "--request", "TRACE", "--header", "Max-Forwards: \(hops)", "http://plain.test/")
            #expect(answer.status == 405 && answer.output.contains("Allow: GET, HEAD"), "\(answer.output)")
            #expect(!answer.output.contains(secret) && !answer.output.contains("Proxy-Authorization"))
        }
        for (hops, isPassedOn) in [(2, true), (0, false)] {
            let options = ["--request", "OPTIONS", "--header", "Max-Forwards: \(hops)", "http://plain.test/"]
            let answer = try Answer(curl: ["--proxy", "http://127.0.0.1:\(proxy.port)"] + options)
            #expect(answer.output.contains("Max-Forwards: \(hops - 1)\r\n") == isPassedOn, "\(answer.output)")
        }
    }

    private func expectFailure(
        _ proxy: Proxy, _ upstreamProxy: String, _ url: String, _ error: String, _ words: String
    ) throws {
        let answer = try proxy.curl(url)
        #expect(
            answer.connect == 502
                && answer.output.contains("error=\(error); next-hop=\"\(upstreamProxy.dropFirst(7))\""))
        #expect(answer.output.contains(words) && !answer.output.contains("secret"))
        let decision = try proxy.decision(about: "good.test")
        let failure = decision.event["error"] as? [String: Any]
        #expect(decision.decision == "failed" && failure?["kind"] as? String == error)
        #expect(failure?["nextHop"] as? String == String(upstreamProxy.dropFirst(7)))
        let address = upstreamProxy.contains("127.0.0.1") ? "127.0.0.1" : nil
        #expect(decision.event["address"] as? String == address)
        #expect((failure?["message"] as? String)?.contains(words) == true)
        #expect(decision.event["route"] as? String == "upstream" && decision.event["facts"] is NSNull)
        #expect(decision.violations.isEmpty && decision.warnings.isEmpty && decision.notes.isEmpty)
    }

    @Test(arguments: faults)
    func plainHTTPFailsAsThoseOfTheUpstreamProxy(fault: (String, String, String, Int)) throws {
        let (how, error, _, status) = fault
        let upstreamProxy = try MisbehavingUpstreamProxy(how)
        let site = try Site.shared.get()
        let proxy = try Proxy(
            "--mode", "observe", "--examine", "needed", "--upstream-proxy", upstreamProxy.url, "--limit",
            "response-head=1",
            site: site)
        let answer = try proxy.curl(try site.url("plain", scheme: "http"))
        #expect(answer.status == status && !answer.output.contains("Proxy-Authenticate"))
        guard !how.hasPrefix("40") || how.hasPrefix("407"), how != "502" else { return }
        #expect(answer.output.contains("error=\(error); next-hop=") && !answer.output.contains("secret"))
        let failed = try holds {
            try proxy.events().contains { event in
                event["decision"] as? String == "failed"
                    && (event["error"] as? [String: Any])?["kind"] as? String == error
            }
        }
        #expect(failed)
    }

    @Test(arguments: [
        ("http://127.0.0.1:1", "connection_refused", "refused the connection"),
        ("http://upstream.invalid:3128", "dns_error", "has no address"),
    ])
    func anUpstreamProxyThatIsNotThereIsNamed(upstreamProxy: String, error: String, words: String) throws {
        let site = try Site.shared.get()
        for mode in ["enforce", "observe"] {
            let proxy = try Proxy("--mode", mode, "--upstream-proxy", upstreamProxy, site: site)
            try expectFailure(proxy, upstreamProxy, try site.url("good"), error, words)
            let plain = try proxy.curl("http://192.0.2.77/")
            #expect(plain.status == (mode == "enforce" ? 403 : 502))
        }
    }

    /// A server may send bytes right behind its answer to an upgrade, in one piece with the answer of the upstream proxy.
    @Test(arguments: ["enforce", "observe"])
    func theFirstBytesOfAWebSocketComeOnce(mode: String) throws {
        let upstreamProxy = try MisbehavingUpstreamProxy("early-websocket")
        let proxy = try Proxy(
            "--mode", mode, "--upstream-proxy", upstreamProxy.url, "--examine", "needed",
            site: try Site.shared.get(), policy: #"{"NSAllowsArbitraryLoads": true}"#)
        let output = try Client.output("upgrade", ["\(proxy.port)", "ws.test"])
        #expect(output.hasPrefix("HTTP/1.1 101") && output.hasSuffix("\r\n\r\n" + String(repeating: "D", count: 500)))
        #expect(output.components(separatedBy: "HTTP/1.1").count == 2)
        func ends() -> [Int] {
            ((try? proxy.events()) ?? []).filter { $0["event"] as? String == "closed" }
                .compactMap { $0["bytesFromServer"] as? Int }
        }
        #expect(holds { ends() == [500] }, "\(ends())")
    }

    /// An upstream proxy that takes connections and says nothing delays a load by no more than the limit.
    @Test func whatAnUpstreamProxyDoesNotDoHasALimit() throws {
        let site = try Site.shared.get()
        let upstreamProxy = try MisbehavingUpstreamProxy("silent")
        let proxy = try Proxy("--upstream-proxy", upstreamProxy.url, "--connect-timeout", "1", site: site)
        let began = Date()
        let clients = try (1...8).map { number in
            try Program(
                "/usr/bin/curl",
                ["--silent", "--noproxy", "", "--proxy", "http://127.0.0.1:\(proxy.port)", "--max-time", "30"]
                    + ["--output", "/dev/null", "--write-out", "%{http_connect}", "https://server\(number).test/"])
        }
        for client in clients {
            _ = client.end()
            #expect(client.output == "502")
        }
        #expect(Date().timeIntervalSince(began) < 20)
    }
}
