import SetupPages
import Testing
import TransportSecurity

@testable import ForwardProxy

private let request = "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"

/// What goes wrong, and what the client gets then.
@Suite struct SessionRepliesTests {
    private static func status(_ lines: [String]) -> String? {
        lines.toClient.hasPrefix("HTTP/1.1 ") ? String(lines.toClient.dropFirst(9).prefix(3)) : nil
    }

    @Test(arguments: [
        (Refusal.upstream(.nameNotFound), "502", "dns_error"), (.upstream(.refused), "502", "connection_refused"),
        (.upstream(.unreachable), "502", "destination_ip_unroutable"),
        (.upstream(.timedOut), "504", "connection_timeout"),
        (.destinationProhibited, "403", "destination_ip_prohibited"), (.unnamedServer, "403", "http_request_denied"),
        (.limitReached, "503", "connection_limit_reached"), (.shortage(.descriptors), "503", "proxy_internal_error"),
        (.probeFailed, "500", "proxy_internal_error"),
        (.unproven(Note(.unproven, rule: .tlsHandshake, "?")), "500", "proxy_internal_error"),
    ])
    func repliesToARefusalAndGoesOn(refusal: Refusal, status: String, error: String) {
        let script = SessionScript()
        _ = script.client(request)
        let lines = script.on(.refused(refusal))
        #expect(Self.status(lines) == status)
        #expect(lines.toClient.contains("Proxy-Status: atsproxy; error=\(error); details="))
        #expect(!lines.contains("close client"))
        #expect(script.client(request) == ["decide GET http://a:80/"])
    }

    @Test func readsOnBehindASmallBodyAndClosesOnABigOne() {
        for (fields, body, closes) in [
            ("Content-Length: 3", "abc", false), ("Content-Length: 3", "", false), ("Content-Length: 70000", "", true),
            ("Transfer-Encoding: chunked", "1\r\na\r\n0\r\n\r\n", false),
            ("Transfer-Encoding: chunked", "1\r\n", false),
            ("Transfer-Encoding: chunked", "x", true),
            ("Transfer-Encoding: chunked", "11170\r\n" + String(repeating: "x", count: 70_000), true),
            ("Content-Length: 3\r\nExpect: 100-continue", "", true),
            ("Content-Length: 3\r\nExpect: 100-continue", "abc", false),
        ] {
            let script = SessionScript()
            _ = script.client("POST http://a/ HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)")
            #expect(script.on(.refused(.limitReached)).contains("close client") == closes)
        }
    }

    @Test func throwsAwayTheRestOfARefusedBody() {
        let script = Self.inARefusedBody()
        #expect(script.client("ef" + request) == ["decide GET http://a:80/"])
        #expect(Self.inARefusedBody().on(.deadlinePassed) == ["close client"])
    }

    /// A session that has refused a request and read four of the six bytes of its body.
    private static func inARefusedBody() -> SessionScript {
        let script = SessionScript()
        _ = script.client("POST http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nab")
        _ = script.on(.refused(.limitReached))
        #expect(script.client("cd") == [])
        return script
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\n", "400"), ("GET https://a/ HTTP/1.1\r\n", "400"),
        ("GET http://a/" + String(repeating: "x", count: 17_000), "414"),
        ("GET http://a/ HTTP/1.1\r\nX: " + String(repeating: "x", count: 70_000), "431"),
    ])
    func closesOnAMalformedRequest(text: String, status: String) {
        let script = SessionScript()
        let lines = script.client(text)
        #expect(Self.status(lines) == status && lines.last == "close client")
        #expect(lines.toClient.contains("Connection: close\r\n"))
        #expect(script.client(request) == [])
    }

    @Test(arguments: [(Authentication.locked(seconds: 42), "429", "42"), (.unchecked, "503", "5")])
    func saysWhenToAskAgain(authentication: Authentication, status: String, seconds: String) {
        let script = SessionScript(requiresAuthentication: true)
        let signed = "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic YW5uOnM6dA==\r\n\r\n"
        _ = script.client(signed)
        let refused = script.on(.authenticated(authentication))
        #expect(Self.status(refused) == status && !refused.toClient.contains("Proxy-Authenticate"))
        #expect(refused.toClient.contains("Retry-After: \(seconds)\r\n") && !refused.contains("close client"))
    }

    @Test func authenticates() {
        let script = SessionScript(requiresAuthentication: true)
        let refused = script.client(request)
        #expect(Self.status(refused) == "407" && !refused.contains("close client"))
        #expect(refused.toClient.contains("Proxy-Authenticate: Basic realm=\"atsproxy\"\r\n"))
        let signed = "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic YW5uOnM6dA==\r\n\r\n"
        #expect(script.client(signed) == ["authenticate ann s:t"])
        #expect(Self.status(script.on(.authenticated(.wrong))) == "407")
        #expect(script.client(signed) == ["authenticate ann s:t"])
        #expect(script.on(.authenticated(.granted("ann"))) == ["decide GET http://a:80/"])
        _ = script.on(.refused(.limitReached))
        #expect(script.client(signed) == ["decide GET http://a:80/"])
    }

    @Test func authenticatesAnewWhoBringsOtherCredentials() {
        func signed(_ credentials: String) -> String {
            "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: \(credentials)\r\n\r\n"
        }
        let script = SessionScript(requiresAuthentication: true)
        #expect(script.client(signed("Basic YW5uOnM6dA==")) == ["authenticate ann s:t"])
        _ = script.on(.authenticated(.granted("ann")))
        _ = script.on(.refused(.limitReached))
        #expect(script.client(signed("Basic Ym9iOnM=")) == ["authenticate bob s"])
        #expect(Self.status(script.on(.authenticated(.wrong))) == "407")
        #expect(Self.status(script.client(signed("Basic YW5u"))) == "407")
    }

    @Test func whatWasAcceptedBeforeAReloadIsAskedForAnew() {
        let signed = "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic YW5uOnM6dA==\r\n\r\n"
        let script = SessionScript(requiresAuthentication: true)
        _ = script.client(signed)
        _ = script.on(.authenticated(.granted("ann")))
        _ = script.on(.refused(.limitReached))
        #expect(script.on(.reconfigured(isAllowed: true, requiresAuthentication: true)) == [])
        #expect(script.client(signed) == ["authenticate ann s:t"])
        // While the password is looked at, passwords are no longer asked for.
        #expect(script.on(.reconfigured(isAllowed: true, requiresAuthentication: false)) == [])
        #expect(script.on(.authenticated(.wrong)) == ["decide GET http://a:80/"])
        _ = script.on(.refused(.limitReached))
        #expect(script.client(request) == ["decide GET http://a:80/"])
        _ = script.on(.refused(.limitReached))
        #expect(script.on(.reconfigured(isAllowed: true, requiresAuthentication: true)) == [])
        #expect(Self.status(script.client(request)) == "407")
        #expect(script.on(.reconfigured(isAllowed: false, requiresAuthentication: true)) == [])
        #expect(Self.status(script.client(signed)) == "403")
    }

    @Test func aReloadMakesNoRoomForTooManyConnections() {
        let script = SessionScript(admission: .tooManyConnections)
        _ = script.on(.reconfigured(isAllowed: true, requiresAuthentication: false))
        #expect(Self.status(script.client(request)) == "503")
    }

    /// A client that is refused anyway holds no descriptor for the time that others have to send a request.
    @Test(arguments: [(.admitted, 60), (.notAllowed, 0.5), (.tooManyConnections, 0.5)] as [(Admission, Double)])
    func aClientThatWillBeRefusedHasLittleTime(admission: Admission, seconds: Double) {
        var session = Session(
            limits: Limits(), pages: LocalPages(endpoints: [], policyName: ""), admission: admission,
            requiresAuthentication: false)
        let deadlines = session.begin().compactMap { command -> Double? in
            if case .deadline(let deadline) = command { return deadline?.seconds }
            return nil
        }
        #expect(deadlines == [seconds])
    }

    @Test func longCredentialsAreNotRemembered() {
        let signed =
            "GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic "
            + String(repeating: " ", count: 2000) + "YW5uOnM6dA==\r\n\r\n"
        let script = SessionScript(requiresAuthentication: true)
        for _ in 0..<2 {
            #expect(script.client(signed) == ["authenticate ann s:t"])
            _ = script.on(.authenticated(.granted("ann")))
            _ = script.on(.refused(.limitReached))
        }
    }

    @Test(
        arguments: [
            ("NTLM TlRMTVNTUAAB", nil, true), ("negotiate abc", nil, true), ("Basic YTpi", nil, false),
            ("Bearer ntlm", nil, false), (nil, "NTLM", true), (nil, "Basic realm=\"a, b\", Negotiate", true),
            (nil, "Basic realm=\"negotiate\"", false), (nil, nil, false),
        ] as [(String?, String?, Bool)])
    func anOriginThatAuthenticatesConnectionsIsNotShared(request: String?, response: String?, isPersonal: Bool) {
        let authorization = request.map { "Authorization: \($0)\r\n" } ?? ""
        let challenge = response.map { "WWW-Authenticate: \($0)\r\n" } ?? ""
        let script = SessionScript()
        _ = script.client("GET http://a/ HTTP/1.1\r\nHost: a\r\n\(authorization)\r\n")
        _ = script.on(.permitted(SessionScript.permit))
        _ = script.on(.connected(isReused: false))
        let lines = script.origin("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\(challenge)\r\n")
        #expect(lines.contains(isPersonal ? "keep origin for this client" : "keep origin"), "\(lines)")
        // Once, and for as long as the client is connected.
        _ = script.client("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = script.on(.permitted(SessionScript.permit))
        _ = script.on(.connected(isReused: true))
        let next = script.origin("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(next.contains(isPersonal ? "keep origin for this client" : "keep origin"), "\(next)")
    }

    @Test func refusesAClientThatIsNotAllowed() {
        let script = SessionScript(admission: .notAllowed)
        let lines = script.client("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(Self.status(lines) == "403" && lines.last == "close client")
    }

    @Test func refusesAClientThatHoldsTooManyConnections() {
        let script = SessionScript(admission: .tooManyConnections)
        let lines = script.client("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
        #expect(Self.status(lines) == "503" && lines.last == "close client")
    }

    @Test func answersForItself() {
        let script = SessionScript(requiresAuthentication: true)
        for (target, expected) in [
            ("/healthz", "200"), ("/", "200"), ("/proxy.pac?x", "200"), ("/other", "404"), ("http://ats.setup/", "200"),
            // The proxy's own address is a destination as any other, for which one must say who one is.
            ("http://192.0.2.5:8080/", "407"),
        ] {
            let lines = script.client("GET \(target) HTTP/1.1\r\nHost: 192.0.2.5:8080\r\n\r\n")
            #expect(Self.status(lines) == expected && !lines.contains("close client"))
        }
        #expect(Self.status(script.client("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")) == "200")
        let last = script.client("OPTIONS http://a/ HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0\r\n\r\n")
        #expect(Self.status(last) == "200")
    }

    /// RFC 9110 §9.3.8: what answers a TRACE sends its fields back, those that this proxy has for its parent as well.
    @Test(arguments: ["http://a/", "/", "http://ats.setup/", "http://ats.setup/label"], ["", "0", "1", "99999999999"])
    func aTraceIsRefusedHere(target: String, hops: String) {
        let limit = hops.isEmpty ? "" : "Max-Forwards: \(hops)\r\n"
        let trace = "TRACE \(target) HTTP/1.1\r\nHost: a\r\n\(limit)\r\n"
        let intercepted = InterceptedDestination(address: .v4(0xC633_6407), port: 80)
        for script in [SessionScript(), SessionScript(intercepted: intercepted)] {
            let lines = script.client(trace)
            #expect(Self.status(lines) == "405" && lines.toClient.contains("\r\nAllow: GET, "))
            #expect(!lines.contains("close client") && lines.toOrigin.isEmpty, "\(lines)")
            #expect(!lines.contains { $0.hasPrefix("decide") })
        }
    }

    @Test func retriesOnceOnAConnectionThatHadLainIdle() {
        let script = SessionScript()
        _ = script.open(request, isReused: true)
        #expect(script.on(.originFinished) == ["drop origin", "connect a:80"])
        #expect(script.on(.connected(isReused: true)) == ["> GET / HTTP/1.1\r\nHost: a\r\nVia: 1.1 atsproxy\r\n\r\n"])
        #expect(Self.status(script.on(.originFailed)) == "502")
    }

    @Test(arguments: [
        ("POST http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", true), ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", false),
        ("PUT http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", true),
    ])
    func doesNotRetryOtherwise(text: String, isReused: Bool) {
        let script = SessionScript()
        _ = script.open(text, isReused: isReused)
        let lines = script.on(.originFinished)
        #expect(Self.status(lines) == "502" && lines[0] == "drop origin")
        #expect(lines.toClient.contains("error=connection_terminated"))
    }

    @Test(arguments: [
        "SSH-2.0\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 101 Switching\r\n\r\n", String(repeating: "HTTP/1.1 102 Wait\r\n\r\n", count: 33),
    ])
    func repliesToAnOriginThatSpeaksNoHTTP(response: String) {
        let script = SessionScript()
        _ = script.open(request)
        let lines = script.origin(response)
        // Interim responses may stand before the reply.
        let reply = lines.last { $0.hasPrefix("< ") } ?? ""
        #expect(reply.hasPrefix("< HTTP/1.1 502") && reply.contains("error=http_protocol_error"))
        #expect(lines.contains("drop origin"))
        #expect(!lines.contains("keep origin"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ])
    func breaksOffAResponseThatWasCutShort(response: String) {
        for event in [Session.Event.originFinished, .originFailed] {
            let script = SessionScript()
            _ = script.open(request)
            _ = script.origin(response)
            #expect(script.on(event) == ["drop origin", "finished 200 origin cutShort", "reset client"])
        }
    }

    @Test func breaksOffWhereCloseCannotBeToldFromFailure() {
        let script = SessionScript()
        _ = script.open(request)
        _ = script.origin("HTTP/1.1 200 OK\r\n\r\nab")
        #expect(script.on(.originFailed).last == "reset client")
    }

    @Test func breaksOffMalformedChunksOfTheOrigin() {
        let script = SessionScript()
        _ = script.open(request)
        let lines = script.origin("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        #expect(lines.suffix(3).first == "drop origin" && lines.last == "reset client")
    }

    @Test func doesNotKeepAnOriginThatSendsMoreThanItSaid() {
        for response in [
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc", "HTTP/1.1 204 No\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nabc",
        ] {
            let script = SessionScript()
            _ = script.open(request)
            #expect(script.origin(response).contains("drop origin"))
        }
        let script = SessionScript()
        _ = script.open(request)
        _ = script.origin("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na")
        _ = script.origin("xyz")
        #expect(script.on(.relayed(.fromOrigin)).contains("drop origin"))
    }

    @Test func neverForwardsAnythingBehindMalformedChunks() {
        let script = SessionScript()
        let lines = script.open(
            "POST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n" + request)
        #expect(lines.contains("drop origin") && lines.last == "close client")
        #expect(Self.status(lines) == "400")
        #expect(lines.toOrigin.hasPrefix("POST / HTTP/1.1\r\n") && lines.toOrigin.hasSuffix("\r\n\r\n"))
        #expect(!lines.toOrigin.contains("GET"))
    }

    @Test func givesUpARequestThatTheClientCutsShort() {
        let script = SessionScript()
        _ = script.open("PUT http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        let lines = script.on(.clientFinished)
        #expect(lines.first == "drop origin" && Self.status(lines) == "400" && lines.last == "close client")
        let head = SessionScript()
        _ = head.client("GET http://a/")
        #expect(Self.status(head.on(.clientFinished)) == "400")
        let idle = SessionScript()
        #expect(idle.on(.clientFinished) == ["close client"])
    }

    @Test func holdsItsDeadlines() {
        let script = SessionScript()
        #expect(script.deadlines(.clientSent(Array("GET http".utf8)[...])) == [.requestHead])
        #expect(script.deadlines(.clientSent(Array("://a/ ".utf8)[...])) == [])
        #expect(script.deadlines(.clientSent(Array("HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".utf8)[...])) == [nil])
        _ = script.on(.permitted(SessionScript.permit))
        #expect(script.deadlines(.connected(isReused: false)) == [.responseHead])
        #expect(
            script.deadlines(.originSent(Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n".utf8)[...])) == [.body])
        #expect(script.deadlines(.relayed(.fromOrigin)) == [.keepAliveIdle])
        #expect(script.deadlines(.deadlinePassed) == [.closing])
        #expect(script.on(.deadlinePassed) == ["reset client"])
    }

    @Test func repliesWhenTimeIsUp() {
        let head = SessionScript()
        _ = head.client("GET ")
        let late = head.on(.deadlinePassed)
        #expect(Self.status(late) == "408" && late.last == "close client")

        let response = SessionScript()
        _ = response.open(request)
        let lines = response.on(.deadlinePassed)
        #expect(Self.status(lines) == "504" && lines.toClient.contains("error=http_response_timeout"))

        let upload = SessionScript()
        _ = upload.open("PUT http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
        #expect(Self.status(upload.on(.deadlinePassed)) == "408")

        let download = SessionScript()
        _ = download.open(request)
        _ = download.origin("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        #expect(download.on(.deadlinePassed).last == "reset client")
    }

    @Test func letsGoOfTheOriginWhenTheClientBreaks() {
        let script = SessionScript()
        _ = script.open(request)
        #expect(script.on(.clientFailed) == ["drop origin", "finished 0 client cutShort"])
        #expect(script.on(.originFinished) == [])
    }
}
