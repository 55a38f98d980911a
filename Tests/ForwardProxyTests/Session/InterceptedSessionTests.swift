import InternetNames
import TLSSamples
import Testing
import TransportSecurity

@testable import ForwardProxy

/// Connections whose clients do not know of the proxy: the phases `readingOpening` and `intercepting`.
@Suite struct InterceptedSessionTests {
    private static let destination = InterceptedDestination(address: .v4(0xC633_6407), port: 443)
    private static let webDestination = InterceptedDestination(address: .v4(0xC633_6407), port: 80)
    private static let alert = "< \u{15}\u{3}\u{3}\u{0}\u{2}\u{2}1"

    private static func hello(_ name: String?) -> [UInt8] {
        guard let name else { return TLSBytes.record(22, TLSBytes.handshake(1, TLSBytes.clientHello())) }
        let entry = [0] + TLSBytes.vector(Array(name.utf8), 2)
        let serverName = TLSBytes.extended(0, TLSBytes.vector(entry, 2))
        return TLSBytes.record(22, TLSBytes.handshake(1, TLSBytes.clientHello([serverName])))
    }

    private static func sent(_ bytes: [UInt8]) -> Session.Event { .clientSent(bytes[...]) }

    // MARK: - TLS

    @Test(arguments: [
        ("example.com", "example.com:443"), ("EXAMPLE.com", "example.com:443"), (nil, "198.51.100.7:443"),
        ("192.0.2.1", "198.51.100.7:443"), ("localhost", "localhost:443"),
    ])
    func theHelloNamesTheServer(name: String?, authority: String) {
        let script = SessionScript(intercepted: Self.destination)
        #expect(script.on(Self.sent(Self.hello(name))) == ["decide CONNECT https://\(authority)"])
    }

    @Test func theHelloIsTheFirstInTheTunnel() {
        let script = SessionScript(intercepted: Self.destination)
        _ = script.on(Self.sent(Self.hello("a")))
        #expect(script.on(.permitted(SessionScript.permit)) == ["connect a:80"])
        let commands = script.session.handle(.connected(isReused: false))
        #expect(
            commands.contains { command in
                guard case .tunnel(let early, _) = command else { return false }
                return Array(early) == Self.hello("a")
            })
        #expect(commands.compactMap(SessionScript.line).toClient.isEmpty, "no reply of a proxy")
    }

    /// However the hello is cut, nothing is decided before it is whole, and nothing of it is lost.
    @Test func theHelloMayComeInPieces() {
        let hello = Self.hello("a.example")
        for cut in 1..<hello.count {
            let script = SessionScript(intercepted: Self.destination)
            #expect(script.on(Self.sent(Array(hello[..<cut]))).isEmpty)
            #expect(script.on(Self.sent(Array(hello[cut...]))) == ["decide CONNECT https://a.example:443"])
            #expect(Array(script.session.pending) == hello)
        }
    }

    @Test func aForbiddenLoadGetsAnAlert() {
        let script = SessionScript(intercepted: Self.destination)
        _ = script.on(Self.sent(Self.hello("a")))
        let lines = script.on(.refused(.destinationProhibited))
        #expect(lines.dropFirst() == [Self.alert, "close client"])
    }

    @Test(arguments: [Refusal.upstream(.refused), .upstream(.timedOut), .limitReached, .probeFailed])
    func aFailureLooksLikeOneOfTheNetwork(refusal: Refusal) {
        let script = SessionScript(intercepted: Self.destination)
        _ = script.on(Self.sent(Self.hello("a")))
        #expect(script.on(.refused(refusal)).last == "reset client")
    }

    @Test func aServerThatCannotBeReachedEndsInAReset() {
        let script = SessionScript(intercepted: Self.destination)
        _ = script.on(Self.sent(Self.hello("a")))
        _ = script.on(.permitted(SessionScript.permit))
        #expect(script.on(.connectFailed(.refused)).last == "reset client")
    }

    @Test func aClientThatIsNotAllowedIsNotServed() {
        let script = SessionScript(admission: .notAllowed, intercepted: Self.destination)
        let lines = script.on(Self.sent(Self.hello("a")))
        #expect(lines == ["finished 0 proxy clientNotAllowed", Self.alert, "close client"])
        let web = SessionScript(admission: .notAllowed, intercepted: Self.webDestination)
        #expect(web.client("GET / HTTP/1.1\r\nHost: a\r\n\r\n").toClient.hasPrefix("HTTP/1.1 403"))
    }

    /// A hello that cannot be read, a name that is none, and a protocol that is neither TLS nor HTTP/1.
    @Test(arguments: [
        TLSBytes.record(22, TLSBytes.handshake(1, [3, 3, 1])), Array("PRI * HTTP/2.0\r\n\r\n".utf8),
        Array("SSH-2.0-a\r\n".utf8), [0, 1, 2, 3], [0x80, 0x2E, 5, 0], hello("not a name"), hello("a..b"),
        Array("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), Array(" GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
    ])
    func otherBeginningsNameNoServer(bytes: [UInt8]) throws {
        let script = SessionScript(intercepted: Self.destination)
        let request = try #require(Self.decided(script.session.handle(Self.sent(bytes))))
        #expect(request.naming == .unreadable && request.load.authority.host == .address(Self.destination.address))
        #expect(script.on(.refused(.unnamedServer)).last == (bytes.first == 22 ? "close client" : "reset client"))
    }

    private static func decided(_ commands: [Session.Command]) -> ProxyRequest? {
        commands.lazy.compactMap { command -> ProxyRequest? in
            if case .decide(let request) = command { request } else { nil }
        }.first
    }

    @Test(arguments: [(nil, ServerNaming.absent), ("192.0.2.1", .absent), ("a", .named)])
    func aHelloWithoutANameIsToldFromAnUnreadableOne(name: String?, naming: ServerNaming) {
        let script = SessionScript(intercepted: Self.destination)
        #expect(Self.decided(script.session.handle(Self.sent(Self.hello(name))))?.naming == naming)
    }

    /// Local names are exempt from ATS, and no server of that name is at a public address.
    @Test(arguments: [
        ("localhost", true), ("a.local", true), ("printer", true), ("a.localhost", false), ("example.com", false),
    ])
    func aLocalNameAtAPublicAddressIsNone(name: String, isLocal: Bool) throws {
        let address = try #require(IPAddress("93.184.216.34"))
        for (port, bytes) in [(443, Self.hello(name)), (80, Array("GET / HTTP/1.1\r\nHost: \(name)\r\n\r\n".utf8))] {
            let script = SessionScript(intercepted: InterceptedDestination(address: address, port: UInt16(port)))
            let request = try #require(Self.decided(script.session.handle(Self.sent(bytes))))
            #expect(request.naming == (isLocal ? .unreadable : .named))
            #expect(request.load.authority.host == (isLocal ? .address(address) : try #require(Host(name))))
        }
    }

    /// Whatever the method, and behind empty lines, which a server ignores (RFC 9112 §2.2).
    @Test(arguments: ["PURGE / HTTP/1.1", "get / HTTP/1.1", "\r\nGET / HTTP/1.1", "X-Y.z / HTTP/1.0"])
    func everyRequestIsJudgedByItsHost(line: String) {
        for cut in 1..<line.utf8.count {
            let script = SessionScript(intercepted: Self.webDestination)
            let bytes = Array("\(line)\r\nHost: a.example\r\n\r\n".utf8)
            #expect(script.on(Self.sent(Array(bytes[..<cut]))).isEmpty)
            let lines = script.on(Self.sent(Array(bytes[cut...])))
            #expect(lines.count == 1 && lines[0].hasSuffix(" http://a.example:80/"), "\(lines)")
        }
    }

    @Test func anAlertIsForClientsOfTLSAlone() {
        let script = SessionScript(intercepted: Self.destination)
        _ = script.client("SSH-2.0-a\r\n")
        #expect(script.on(.refused(.destinationProhibited)).last == "reset client")
    }

    // MARK: - HTTP

    @Test func hostNamesTheServer() {
        let script = SessionScript(intercepted: Self.webDestination)
        let lines = script.open("GET /a?b HTTP/1.1\r\nHost: Example.com\r\nX: y\r\n\r\n")
        #expect(lines.toOrigin.hasPrefix("GET /a?b HTTP/1.1\r\nHost: Example.com\r\nX: y\r\nVia: "))
    }

    /// The client's connection decides the port. What it wrote in Host stays as it is.
    @Test(arguments: [
        ("example.com", 80, "http://example.com:80/"), ("example.com", 8080, "http://example.com:8080/"),
        ("example.com:81", 80, "http://example.com:80/"), ("example.com:", 80, "http://example.com:80/"),
        ("[::1]", 80, "http://[::1]:80/"), ("", 80, "http://198.51.100.7:80/"),
    ])
    func theDestinationGivesThePort(host: String, port: UInt16, url: String) {
        let destination = InterceptedDestination(address: Self.destination.address, port: port)
        let script = SessionScript(intercepted: destination)
        #expect(script.client("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == ["decide GET \(url)"])
        _ = script.on(.permitted(SessionScript.permit))
        let sent = script.on(.connected(isReused: false)).toOrigin
        #expect(sent.contains("\r\nHost: \(host.isEmpty ? "198.51.100.7" : host)\r\n"))
    }

    @Test func aRequestWithoutHostIsForTheAddress() {
        let script = SessionScript(intercepted: Self.webDestination)
        #expect(script.client("GET / HTTP/1.0\r\n\r\n") == ["decide GET http://198.51.100.7:80/"])
    }

    @Test func theAddressOfTheClientIsKept() {
        let script = SessionScript(intercepted: Self.webDestination)
        let commands = script.session.handle(Self.sent(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)))
        let request = commands.lazy.compactMap { command -> ProxyRequest? in
            if case .decide(let request) = command { request } else { nil }
        }.first
        #expect(request?.destination == Self.webDestination.address)
        #expect(request?.compacted.destination == Self.webDestination.address)
    }

    @Test func aRequestForTheServerAsAWholeGoesToTheServer() {
        let script = SessionScript(intercepted: Self.webDestination)
        #expect(script.open("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").toOrigin.hasPrefix("OPTIONS * HTTP/1.1\r\n"))
    }

    @Test func thePagesOfTheProxyAreNotInTheWay() {
        let script = SessionScript(intercepted: Self.webDestination)
        #expect(script.client("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") == ["decide GET http://a:80/healthz"])
        let setup = SessionScript(intercepted: Self.webDestination)
        #expect(setup.client("GET / HTTP/1.1\r\nHost: ats.setup\r\n\r\n") == ["decide GET http://ats.setup:80/"])
        let label = SessionScript(intercepted: Self.webDestination)
        let named = label.client("PUT /label HTTP/1.1\r\nHost: ats.setup\r\nContent-Length: 1\r\n\r\na")
        #expect(named.first == "label a")
    }

    @Test func connectIsForProxiesThatTheClientKnows() {
        let script = SessionScript(intercepted: Self.webDestination)
        let lines = script.client("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
        #expect(lines.toClient.hasPrefix("HTTP/1.1 400") && lines.contains("close client"))
    }

    // MARK: - Ends

    /// Browsers open connections that they may need later. They are no loads.
    @Test func aClientThatSendsNothingIsClosed() {
        for event in [Session.Event.deadlinePassed, .clientFinished, .draining] {
            #expect(SessionScript(intercepted: Self.destination).on(event) == ["close client"])
        }
    }

    @Test func anUnfinishedBeginningIsRecordedAndReset() {
        for event in [Session.Event.deadlinePassed, .clientFinished] {
            let script = SessionScript(intercepted: Self.destination)
            _ = script.on(Self.sent([22, 3, 1, 0, 99, 1]))
            let lines = script.on(event)
            #expect(lines.first?.hasPrefix("finished 0 client malformed") == true && lines.last == "reset client")
        }
    }

    @Test func aBeginningHasADeadline() {
        let script = SessionScript(intercepted: Self.destination)
        #expect(script.deadlines(Self.sent([22, 3])) == [.requestHead])
        #expect(script.deadlines(Self.sent([1])).isEmpty, "further bytes do not restart it")
        #expect(script.deadlines(Self.sent([0, 0])).allSatisfy { $0 == nil })
    }
}
