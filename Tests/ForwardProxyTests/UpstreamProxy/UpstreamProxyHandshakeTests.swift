import HTTP
import InternetNames
import Testing

@testable import ForwardProxy

@Suite struct UpstreamProxyHandshakeTests {
    private static let destination = Authority(host: .name("a.example"), port: 443)

    private static func connected(_ upstreamProxy: UpstreamProxy = Parents.plain, _ limits: Limits = Limits())
        -> UpstreamProxyHandshake
    {
        var handshake = UpstreamProxyHandshake(to: destination, through: upstreamProxy, limits: limits)
        _ = handshake.handle(.connected)
        return handshake
    }

    private static func answer(_ text: String, to upstreamProxy: UpstreamProxy = Parents.plain)
        -> UpstreamProxyHandshake.Command
    {
        var handshake = connected(upstreamProxy)
        return handshake.handle(.received(Array(text.utf8)[...]))
    }

    private static func failure(
        _ reason: UpstreamProxyFailure.Reason, of upstreamProxy: UpstreamProxy = Parents.plain
    ) -> UpstreamProxyHandshake.Command {
        .fail(UpstreamProxyFailure(of: upstreamProxy, reason))
    }

    @Test func asksForATunnel() {
        var handshake = UpstreamProxyHandshake(to: Self.destination, through: Parents.withPassword, limits: Limits())
        let request =
            "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\nProxy-Authorization: Basic YW5uOnM6dA==\r\n"
            + Parents.via + "\r\n"
        #expect(handshake.handle(.connected) == .send(Array(request.utf8)))
        let address = Authority(host: .address(.v6(high: 0x2001_0DB8_0000_0000, low: 1)), port: 8443)
        var other = UpstreamProxyHandshake(to: address, through: Parents.plain, limits: Limits())
        guard case .send(let bytes) = other.handle(.connected) else {
            Issue.record("Nothing is sent.")
            return
        }
        #expect(bytes.starts(with: Array("CONNECT [2001:db8::1]:8443 HTTP/1.1\r\nHost: [2001:db8::1]:8443\r\n".utf8)))
    }

    /// Proxies in between recognize a loop by it, as this one does.
    @Test func passesViaOn() throws {
        var parser = RequestParser(limits: MessageLimits())
        var bytes = Array("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\nVia: 1.0 fred\r\nVia: 1.1 b (c)\r\n\r\n".utf8)[...]
        let head = try #require(try parser.consume(&bytes))
        let request = try #require(ProxyRequest(head))
        var handshake = UpstreamProxyHandshake(
            to: Self.destination, through: Parents.plain, via: request.via, limits: Limits())
        guard case .send(let sent) = handshake.handle(.connected) else {
            Issue.record("Nothing is sent.")
            return
        }
        let text = String(decoding: sent, as: UTF8.self)
        #expect(text.hasSuffix("\r\nVia: 1.0 fred, 1.1 b (c)\r\n" + Parents.via + "\r\n"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 Connection established\r\n\r\n", "HTTP/1.0 200\r\n\r\n",
        "HTTP/1.1 204 x\r\nVia: 1.1 squid\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    ])
    func anySuccessOpensTheTunnel(answer: String) {
        #expect(Self.answer(answer) == .open(early: []))
        #expect(Self.answer(answer + "\u{16}\u{3}") == .open(early: [0x16, 3]))
    }

    /// What is answered does not depend on the pieces in which it comes.
    @Test func readsAnswersInPieces() {
        let bytes = Array("HTTP/1.1 103 E\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n220 mail".utf8)
        for cut in 0...bytes.count {
            var handshake = Self.connected()
            let first = handshake.handle(.received(bytes[..<cut]))
            guard case .open(let early) = first else {
                #expect(first == .wait)
                #expect(handshake.handle(.received(bytes[cut...])) == .open(early: Array("220 mail".utf8)[...]))
                continue
            }
            #expect(early.elementsEqual("220 mail".utf8.prefix(early.count)))
        }
    }

    @Test(
        arguments: [
            ("403 Forbidden", .denied), ("502 Bad Gateway", .unavailable(502)), ("503 x", .unavailable(503)),
            ("504 x", .unavailable(504)), ("500 Unable to connect", .unavailable(500)),
            ("404 x", .unexpectedStatus(404)),
            ("302 Found", .unexpectedStatus(302)), ("508 Loop Detected", .loopDetected), ("407 x", .credentialsMissing),
        ] as [(String, UpstreamProxyFailure.Reason)])
    func otherStatusesFail(status: String, reason: UpstreamProxyFailure.Reason) {
        #expect(Self.answer("HTTP/1.1 \(status)\r\nContent-Length: 3\r\n\r\nabc") == Self.failure(reason))
    }

    @Test func tellsWhyCredentialsAreAskedFor() {
        let basic = "HTTP/1.1 407 x\r\nProxy-Authenticate: Negotiate, Basic realm=\"a, b\"\r\n\r\n"
        let ntlm = "HTTP/1.1 407 x\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: Negotiate\r\n\r\n"
        #expect(Self.answer(basic) == Self.failure(.credentialsMissing))
        #expect(Self.answer(basic, to: Parents.withPassword) == Self.failure(.credentialsRejected))
        #expect(Self.answer(ntlm, to: Parents.withPassword) == Self.failure(.schemeNotSupported))
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n", "\u{16}\u{3}\u{1}", "HTTP/2 200\r\n\r\n", "\0", "HTTP/1.1 999 x\r\nbad field\r\n",
    ])
    func whatIsNoHTTPFails(answer: String) {
        #expect(Self.answer(answer) == Self.failure(.notHTTP))
    }

    /// A peer that speaks HTTP is told apart from one that does not, in whatever pieces its answer comes.
    @Test(arguments: [
        "HTTP/1.1 101 x\r\n\r\n", "HTTP/1.1 200 OK\r\nbad field\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\n\r\n",
        "HTTP/1.1 100 x\r\n\r\nSSH-2.0\r\n",
    ])
    func anAnswerInMalformedHTTPFails(answer: String) {
        #expect(Self.answer(answer) == Self.failure(.malformedAnswer))
        var handshake = Self.connected()
        let commands = answer.utf8.map { handshake.handle(.received([$0])) }
        #expect(commands.filter { $0 != .wait } == [Self.failure(.malformedAnswer)])
    }

    /// An answer without an end takes no memory.
    @Test func answersAreBounded() {
        var limits = Limits()
        limits.message.head = 1000
        limits.message.interimResponses = 3
        var handshake = Self.connected(Parents.plain, limits)
        var commands: [UpstreamProxyHandshake.Command] = []
        _ = handshake.handle(.received(Array("HTTP/1.1 200 OK\r\n".utf8)[...]))
        for _ in 0..<200 { commands.append(handshake.handle(.received(Array("A: b23456\r\n".utf8)[...]))) }
        #expect(commands.filter { $0 == Self.failure(.malformedAnswer) }.count == 1)
        var other = Self.connected(Parents.plain, limits)
        let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 4)
        #expect(other.handle(.received(Array(interim.utf8)[...])) == Self.failure(.malformedAnswer))
    }

    @Test func silenceAndEndsFail() {
        for (event, reason) in [(.closed, .closed), (.deadlinePassed, .silent)]
            as [(UpstreamProxyHandshake.Event, UpstreamProxyFailure.Reason)]
        {
            var handshake = Self.connected()
            #expect(handshake.handle(.received(Array("HTTP/1.1 2".utf8)[...])) == .wait)
            #expect(handshake.handle(event) == Self.failure(reason))
            #expect(handshake.handle(.received(Array("00 OK\r\n\r\n".utf8)[...])) == .wait)
        }
    }
}
