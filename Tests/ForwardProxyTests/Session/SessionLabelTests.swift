import Testing

@testable import ForwardProxy

/// A client names the test case that its loads belong to: the phase `readingBody`.
@Suite struct SessionLabelTests {
    private static func put(_ body: String, _ fields: String = "") -> String {
        "PUT http://ats.setup/label HTTP/1.1\r\nHost: ats.setup\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func status(_ lines: [String]) -> String { String(lines.toClient.dropFirst(9).prefix(3)) }

    @Test(arguments: ["LoginTests.testLogin", "Prüfung 1", String(repeating: "a", count: TestLabel.sizeLimit)])
    func namesATestCase(name: String) {
        let lines = SessionScript().client(Self.put(name))
        #expect(lines.first == "label \(name)")
        #expect(Self.status(lines) == "200" && !lines.contains("close client"))
    }

    @Test func spaceAroundANameIsLeftOut() {
        #expect(SessionScript().client(Self.put("  testLogin\n")).first == "label testLogin")
    }

    @Test(arguments: ["", "  \n", "a\nb", "a\u{202E}b", String(repeating: "a", count: 201), "a\u{0}"])
    func otherTextIsRefused(name: String) {
        let script = SessionScript()
        let lines = script.client(Self.put(name))
        #expect(Self.status(lines) == "400" && !lines.contains { $0.hasPrefix("label") })
        #expect(script.client("DELETE /label HTTP/1.1\r\nHost: 192.0.2.5\r\n\r\n").first == "label none")
    }

    @Test func bytesThatAreNoTextAreRefused() {
        let script = SessionScript()
        let head = "PUT /label HTTP/1.1\r\nHost: 192.0.2.5\r\nContent-Length: 2\r\n\r\n"
        #expect(Self.status(script.on(.clientSent((Array(head.utf8) + [0xC3, 0x28])[...]))) == "400")
    }

    /// However the request is cut, it is read alike, and the next one follows.
    @Test(arguments: [
        "Content-Length: 4\r\n\r\ntest", "Transfer-Encoding: chunked\r\n\r\n2\r\nte\r\n2\r\nst\r\n0\r\n\r\n",
    ])
    func pieces(rest: String) {
        let text =
            "PUT http://ats.setup/label HTTP/1.1\r\nHost: ats.setup\r\n\(rest)GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"
        for size in [1, 2, 7, text.utf8.count] {
            let script = SessionScript()
            var lines: [String] = []
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                lines += script.on(.clientSent(bytes.prefix(size)))
                bytes = bytes.dropFirst(size)
            }
            #expect(lines.first == "label test" && lines.last == "decide GET http://a:80/", "\(size)")
        }
    }

    @Test func bodiesAreBounded() {
        let long = SessionScript().client(Self.put(String(repeating: " ", count: 1025)))
        #expect(Self.status(long) == "400" && long.last == "close client")
        let script = SessionScript()
        let head = "PUT /label HTTP/1.1\r\nHost: 192.0.2.5\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = "200\r\n" + String(repeating: " ", count: 512) + "\r\n"
        #expect(script.client(head + chunk + chunk) == [])
        let lines = script.client(chunk)
        #expect(Self.status(lines) == "400" && lines.last == "close client")
    }

    @Test func aBodyThatDoesNotComeEnds() {
        let script = SessionScript()
        #expect(script.client("PUT /label HTTP/1.1\r\nHost: 192.0.2.5\r\nContent-Length: 4\r\n\r\nte") == [])
        #expect(script.on(.deadlinePassed) == ["close client"])
        let waiting = SessionScript()
        let head = "PUT /label HTTP/1.1\r\nHost: 192.0.2.5\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"
        #expect(waiting.client(head).toClient == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(waiting.client("test").first == "label test")
    }

    @Test func otherMethodsAreRefused() {
        let lines = SessionScript().client("POST /label HTTP/1.1\r\nHost: 192.0.2.5\r\n\r\n")
        #expect(Self.status(lines) == "405" && lines.toClient.contains("\r\nAllow: GET, PUT, DELETE\r\n"))
    }

    /// A web page cannot name a test case: no reply permits its request beforehand (CORS).
    @Test func webPagesAreNotPermittedToAsk() {
        let text = "OPTIONS http://ats.setup/label HTTP/1.1\r\nHost: ats.setup\r\nOrigin: http://a\r\n\r\n"
        let lines = SessionScript().client(text)
        #expect(Self.status(lines) == "405" && !lines.toClient.contains("Access-Control"))
    }

    /// The rule of the profile form (`FormOriginTests`) for all methods: no page of another site names, reads or forgets a
    /// test case, not by DNS rebinding either.
    @Test(
        arguments: ["PUT", "DELETE", "GET"],
        [
            "/label|Host: evil.example", "/label|Host: evil.example:8080",
            "/label|Host: 192.0.2.5\r\nOrigin: http://evil.example",
            "/label|Host: 192.0.2.5\r\nOrigin: null", "/label|Host: 192.0.2.5\r\nSec-Fetch-Site: cross-site",
            "/label|Host: 192.0.2.5\r\nSec-Fetch-Site: none", "/label|Host: 192.0.2.5\r\nReferer: http://evil.example/",
            "http://ats.setup/label|Host: ats.setup\r\nOrigin: http://evil.example",
            "http://ats.setup/label|Host: ats.setup\r\nSec-Fetch-Site: same-site",
        ])
    func pagesOfOtherSitesAreRefused(method: String, request: String) {
        let (target, fields) = (request.prefix { $0 != "|" }, request.drop { $0 != "|" }.dropFirst())
        let lines = SessionScript().client("\(method) \(target) HTTP/1.1\r\n\(fields)\r\nContent-Length: 4\r\n\r\ntest")
        #expect(Self.status(lines) == "403" && !lines.contains { $0.contains("label") }, "\(lines)")
    }

    @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "ats.setup"])
    func ownPagesAndNoPagesAreNot(host: String) {
        for fields in ["", "Origin: http://\(host)\r\nSec-Fetch-Site: same-origin\r\n"] {
            let lines = SessionScript().client(
                "PUT /label HTTP/1.1\r\nHost: \(host)\r\n\(fields)Content-Length: 4\r\n\r\ntest")
            #expect(lines.first == "label test")
        }
    }

    @Test func whoMayNotUseTheProxyNamesNothing() {
        let lines = SessionScript(admission: .notAllowed).client(Self.put("test"))
        #expect(Self.status(lines) == "403" && !lines.contains { $0.hasPrefix("label") })
    }
}
