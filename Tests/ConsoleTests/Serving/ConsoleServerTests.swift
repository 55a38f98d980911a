import Foundation
import HTTPServer
import InternetNames
import Networking
import Testing
import Traffic
import TransportSecurity

@testable import Console

@Suite(.timeLimit(.minutes(1))) struct ConsoleServerTests {
    private let server: ConsoleServer
    private let live = LiveMailbox()
    private let token: String
    private let port: UInt16
    private let gate = ComputingGate()

    init() throws {
        let token = AccessToken()
        let socket = ServerSocket(try ListeningSocket(SocketAddress(.v4(0x7F00_0001), port: 0)))
        var times = ConsoleTimes()
        (times.connection.head, times.streamStall, times.streamCheck) = (1000, 500, 100)
        let files = ["index.html", "app.js"].map { ($0, PageFile(name: $0, bytes: Array("<\($0)>".utf8))) }
        server = try ConsoleServer(
            socket, token: token, live: live, files: Dictionary(uniqueKeysWithValues: files),
            times: times
        ) { [gate] in SampleSource(gate) }
        self.token = token.secret
        port = server.address.port
    }

    /// The head of a request with the token.
    private func head(_ line: String, _ fields: String...) -> String {
        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
            + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    private func ask(_ text: String) throws -> String {
        let client = try #require(RawClient(port: port))
        client.send(text)
        return client.readResponse()
    }

    private func status(_ text: String) throws -> String {
        String(try ask(text).prefix(12).dropFirst(9))
    }

    @Test func journeyOfABrowser() throws {
        defer { server.stop() }
        let host = "Host: localhost:\(port)\r\n"
        #expect(server.url == "http://127.0.0.1:\(port)/?token=\(token)")
        let closed = try ask("GET / HTTP/1.1\r\n\(host)\r\n")
        #expect(closed.hasPrefix("HTTP/1.1 401 ") && closed.contains("Open the whole address"))
        #expect(try status("GET /?token=wrong HTTP/1.1\r\n\(host)\r\n") == "401")
        let opened = try ask("GET /?a=b&token=\(token)&c=%0d HTTP/1.1\r\n\(host)\r\n")
        #expect(opened.hasPrefix("HTTP/1.1 303 "))
        #expect(opened.contains("\r\nLocation: /?a=b&c=%0d\r\n"))
        let cookie = "atsproxy-\(port)=\(token)"
        #expect(opened.contains("\r\nSet-Cookie: \(cookie); Path=/; HttpOnly; SameSite=Strict\r\n"))
        let page = try ask("GET / HTTP/1.1\r\n\(host)Cookie: \(cookie)\r\n\r\n")
        #expect(page.hasPrefix("HTTP/1.1 200 ") && page.hasSuffix("\r\n\r\n<index.html>"))
        #expect(page.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
        for field in [
            "require-trusted-types-for 'script'", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "frame-ancestors 'none'",
        ] {
            #expect(page.contains(field))
        }
        let api = try ask("GET /api/v1/rows/r%201?x=%3c&y HTTP/1.1\r\n\(host)Cookie: \(cookie)\r\n\r\n")
        #expect(api.hasSuffix("\r\n\r\nGET [\"rows\", \"r 1\"] x=<|y= 0"))
        #expect(api.contains("\r\nCache-Control: no-store\r\n"))
    }

    @Test func guidesNeedTheTokenAsThePageDoes() throws {
        defer { server.stop() }
        let guide = try ask(head("GET /docs/rules"))
        #expect(guide.hasPrefix("HTTP/1.1 200 ") && guide.contains("<h3 id=\"certificate-validity\">"))
        #expect(guide.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
        #expect(try ask(head("GET /docs/")).contains("<a href=\"/docs/rules\">Rules</a>"))
        #expect(try status(head("GET /docs/none")) == "404")
        #expect(try status(head("GET /docs/../rules")) == "404")
        #expect(try status(head("POST /docs/rules")) == "405")
        #expect(try status("GET /docs/rules HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n") == "401")
        let other = head("GET /docs/rules").replacing("Host: 127.0.0.1", with: "Host: a.example")
        #expect(try status(other) == "421")
    }

    @Test func filesAreReadAgainOnlyIfTheyChanged() throws {
        defer { server.stop() }
        let first = try ask(head("GET /page/app.js"))
        #expect(first.hasSuffix("<app.js>") && first.contains("text/javascript"))
        let tag = try #require(first.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }).dropFirst(6)
        #expect(try status(head("GET /page/app.js", "If-None-Match: \"x\", \(tag)")) == "304")
        #expect(try status(head("GET /page/app.js", "If-None-Match: \"x\"")) == "200")
        for name in ["nothing.js", "../index.html", "%2e%2e/index.html", ""] {
            #expect(try status(head("GET /page/\(name)")) == "404")
        }
    }

    /// Each attack, and what the console makes of it.
    @Test func hostileRequests() throws {
        defer { server.stop() }
        let bearer = "Authorization: Bearer \(token)\r\n"
        let host = "Host: 127.0.0.1:\(port)\r\n"
        let rows = "GET /api/v1/rows HTTP/1.1\r\n"
        let cases: [(String, String)] = [
            (rows + host + "\r\n", "401"),
            (rows + host + bearer + "\r\n", "200"),
            (rows + "Host: attacker.example\r\n" + bearer + "\r\n", "421"),
            (rows + "Host: attacker.example:\(port)\r\n" + bearer + "\r\n", "421"),
            ("GET / HTTP/1.1\r\nHost: attacker.example:\(port)\r\n\r\n", "421"),
            ("GET /page/app.js HTTP/1.1\r\nHost: attacker.example:\(port)\r\n\r\n", "421"),
            ("GET http://127.0.0.1:\(port)/api/v1/rows HTTP/1.1\r\n" + host + bearer + "\r\n", "421"),
            ("CONNECT 127.0.0.1:\(port) HTTP/1.1\r\n" + host + "\r\n", "421"),
            (rows + bearer + "\r\n", "400"),
            ("GET /api/v1/rows HTTP/1.0\r\n" + bearer + "\r\n", "421"),
            (rows + host + bearer + "Content-Length: 3\r\n\r\nabc", "400"),
            (rows + host + bearer + "Sec-Fetch-Site: cross-site\r\n\r\n", "403"),
            (
                "POST /api/v1/policies HTTP/1.1\r\n" + host + bearer
                    + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", "415"
            ),
            (
                "POST /api/v1/policies HTTP/1.1\r\n" + host
                    + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", "401"
            ),
            ("POST / HTTP/1.1\r\n" + host + bearer + "Content-Type: application/json\r\n\r\n", "405"),
            ("DELETE /api/v1/rows HTTP/1.1\r\n" + host + bearer + "\r\n", "405"),
            ("GET /api/v1/%ff HTTP/1.1\r\n" + host + bearer + "\r\n", "400"),
            ("GET /api/v1/%4 HTTP/1.1\r\n" + host + bearer + "\r\n", "400"),
            ("GET /else HTTP/1.1\r\n" + host + bearer + "\r\n", "404"),
            ("GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\n", "414"),
            (rows + host + "X: " + String(repeating: "a", count: 20_000) + "\r\n\r\n", "431"),
            ("nonsense\r\n\r\n", "400"),
        ]
        for (text, expected) in cases { #expect(try status(text) == expected, "\(text.prefix(200))") }
    }

    @Test func bodiesAreLimitedByTheirTarget() throws {
        defer { server.stop() }
        let json = "Content-Type: application/json"
        let large = String(repeating: "x", count: 100_000)
        #expect(
            try ask(head("POST /api/v1/policies", json, "Content-Length: 100000") + large)
                .hasSuffix("POST [\"policies\"]  100000"))
        #expect(try status(head("POST /api/v1/what-if", json, "Content-Length: 100000") + large) == "413")
        #expect(try status(head("POST /api/v1/policies", json, "Content-Length: 99999999999")) == "413")
        // Without the token, nothing of the body is read.
        #expect(
            try status(
                "POST /api/v1/policies HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(json)\r\nContent-Length: 100000\r\n\r\n"
            ) == "401")
        let client = try #require(RawClient(port: port))
        client.send(head("POST /api/v1/what-if", json, "Content-Length: 2", "Expect: 100-continue"))
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("{}")
        #expect(client.readResponse().hasSuffix("POST [\"what-if\"]  2"))
    }

    @Test func requestsInARowAreAnsweredInOrder() throws {
        defer { server.stop() }
        let client = try #require(RawClient(port: port))
        client.send((0..<50).map { head("GET /api/v1/n/\($0)") }.joined() + head("HEAD /api/v1/n"))
        for number in 0..<50 { #expect(client.readResponse().hasSuffix("GET [\"n\", \"\(number)\"]  0")) }
        #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        client.send(head("GET /api/v1/last", "Connection: close"))
        #expect(client.readToEnd().hasSuffix("GET [\"last\"]  0"))
    }

    @Test func clientsThatFinishGetTheirResponses() throws {
        defer { server.stop() }
        let client = try #require(RawClient(port: port, receiveBuffer: 4096))
        client.send(String(repeating: head("GET /api/v1/large"), count: 3) + head("GET /api/v1/n"))
        client.finish()
        for _ in 0..<3 { #expect(client.readResponse().utf8.count > 8 * 1024 * 1024) }
        #expect(client.readToEnd().hasSuffix("GET [\"n\"]  0"))
    }

    /// A client that asks on while it takes no responses is not read from: what it sends stays with its own system.
    @Test func requestsWaitForTheirResponses() throws {
        defer { server.stop() }
        let client = try #require(RawClient(port: port, receiveBuffer: 4096))
        client.send(String(repeating: head("GET /api/v1/large"), count: 3))
        #expect(client.readResponse().utf8.count > 8 * 1024 * 1024)
        #expect(client.send(spaces: 64 * 1024 * 1024) < 32 * 1024 * 1024)
    }

    @Test func slowHeadsEnd() async throws {
        defer { server.stop() }
        let client = try #require(RawClient(port: port))
        client.send("GET / HTTP/1.1\r\n")
        for _ in 0..<6 {
            try await Task.sleep(for: .milliseconds(200))
            client.send("X: y\r\n")
        }
        #expect(client.readToEnd().hasPrefix("HTTP/1.1 408 "))
    }

    /// Clients that say nothing make room for those who do, and streams stay.
    @Test func manyConnections() throws {
        defer { server.stop() }
        let stream = try #require(RawClient(port: port))
        stream.send(head("GET /api/v1/stream"))
        #expect(stream.read(until: "event: hello\n").hasPrefix("HTTP/1.1 200 "))
        let silent = try (0..<200).map { _ in try #require(RawClient(port: port)) }
        #expect(try status(head("GET /api/v1/rows")) == "200")
        // Those that were there first had to go.
        #expect(silent[0].readToEnd() == "")
        silent[199].send(head("GET /api/v1/rows"))
        #expect(silent[199].readResponse().hasPrefix("HTTP/1.1 200 "))
        #expect(try status(head("GET /api/v1/change")) == "200")
        #expect(stream.read(until: "event: rows\n").contains("event: status\n"))
    }

    /// The client that has asked nothing for the longest time makes room, unless it sends a body.
    @Test func clientThatSendsABodyIsNotReplaced() throws {
        defer { server.stop() }
        let kept = try #require(RawClient(port: port))
        let sending = try #require(RawClient(port: port))
        sending.send(head("POST /api/v1/what-if", "Content-Type: application/json", "Content-Length: 2") + "{")
        let silent = try (0..<61).map { _ in try #require(RawClient(port: port)) }
        Thread.sleep(forTimeInterval: 0.1)
        kept.send(head("GET /api/v1/n"))
        #expect(kept.readResponse().hasPrefix("HTTP/1.1 200 "))
        #expect(try status(head("GET /api/v1/n")) == "200")
        #expect(silent[0].readToEnd() == "")
        sending.send("}")
        #expect(sending.readResponse().hasSuffix("POST [\"what-if\"]  2"))
        kept.send(head("GET /api/v1/n"))
        #expect(kept.readResponse().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func streamsAreBounded() throws {
        defer { server.stop() }
        let readers = try (0..<EventStreams.limit).map { _ in
            let client = try #require(RawClient(port: port))
            client.send(head("GET /api/v1/stream"))
            return client
        }
        for reader in readers { #expect(reader.read(until: "event: hello\n").hasPrefix("HTTP/1.1 200 ")) }
        #expect(try status(head("GET /api/v1/stream")) == "503")
    }

    @Test func streamsSendChangedRows() throws {
        defer { server.stop() }
        let client = try #require(RawClient(port: port))
        client.send(head("GET /api/v1/stream"))
        let beginning = client.read(until: "event: status\n")
        #expect(beginning.contains("\r\nContent-Type: text/event-stream\r\n"))
        #expect(beginning.contains("event: hello\nid: s1-5\ndata: {\"session\":\"s1\",\"revision\":5}\n\n"))
        var batch = LiveBatch()
        batch.counts = [.init(.init(.none), at: Instant(milliseconds: 0))]
        #expect(live.offer(batch, of: 0))
        #expect(client.read(until: "data: {\"after\":5}\n\n").contains("event: rows\nid: s1-6\n"))
        server.use(state: ProxyState())
        #expect(client.read(until: "data: {\"after\":6}\n\n").contains("event: rows\nid: s1-7\n"))
        let other = try #require(RawClient(port: port))
        other.send(head("GET /api/v1/stream", "Last-Event-ID: s1-6"))
        #expect(other.read(until: "data: {\"after\":6}\n\n").contains("event: rows\nid: s1-7\n"))
        let late = try #require(RawClient(port: port))
        late.send(head("GET /api/v1/stream?since=s0-6"))
        #expect(late.read(until: "event: reset\n").contains("event: hello\n"))
    }

    /// A suspended browser takes nothing; the others and the program go on.
    @Test func readersThatReadNothingAreDisconnected() throws {
        defer { server.stop() }
        let stuck = try #require(RawClient(port: port, receiveBuffer: 4096))
        stuck.send(head("GET /api/v1/stream"))
        _ = stuck.read(until: "event: status\n")
        let reader = try #require(RawClient(port: port))
        reader.send(head("GET /api/v1/stream"))
        _ = reader.read(until: "event: status\n")
        #expect(try status(head("GET /api/v1/large-change")) == "200")
        _ = reader.read(until: "event: status\ndata: {\"now\":6}\n")
        #expect(stuck.isReset(within: 10_000))
        #expect(stuck.readToEnd().utf8.count < 3 * 1024 * 1024)
        #expect(try status(head("GET /api/v1/change")) == "200")
        #expect(reader.read(until: "id: s1-7\n").hasSuffix("id: s1-7\n"))
    }

    /// Each address names the methods that it takes, also to those that send no JSON.
    @Test(
        arguments: [
            ("POST /api/v1/rows", "GET, HEAD"), ("PUT /api/v1/rows/r1", "GET, HEAD"), ("GET /api/v1/what-if", "POST"),
            ("DELETE /api/v1/policies", "POST"), ("POST /api/v1/stream", "GET"), ("HEAD /api/v1/stream", "GET"),
            ("POST /", "GET, HEAD"), ("POST /page/app.js", "GET, HEAD"),
        ])
    func otherMethods(line: String, allowed: String) throws {
        defer { server.stop() }
        let client = try #require(RawClient(port: port))
        client.send(head(line))
        let response = client.read(until: "\r\n\r\n")
        #expect(response.hasPrefix("HTTP/1.1 405 ") && response.contains("\r\nAllow: \(allowed)\r\n"))
    }

    @Test func bodiesThatNobodyAskedForAreRefusedAtOnce() throws {
        defer { server.stop() }
        let start = "POST /api/v1/what-if HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        #expect(try status(start + "Transfer-Encoding: chunked\r\n\r\n") == "401")
    }

    @Test func stopWaitsForALimitedTime() throws {
        let client = try #require(RawClient(port: port))
        client.send(head("GET /api/v1/slow"))
        while gate.begun == 0 { Thread.sleep(forTimeInterval: 0.01) }
        #expect(!server.stop())
        gate.open()
        #expect(client.readResponse().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func stopEndsConnections() throws {
        let client = try #require(RawClient(port: port))
        client.send(head("GET /api/v1/stream"))
        _ = client.read(until: "event: status\n")
        server.stop()
        #expect(client.readToEnd().hasSuffix("\n\n"))
        #expect(RawClient(port: port) == nil)
    }

}
