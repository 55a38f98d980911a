import InternetNames
import JSONWriting
import Testing
import TransportSecurity

@testable import Events

@Suite struct LoadKindTests {
    private static var event: DecisionEvent {
        var event = DecisionEvent(
            time: Instant(milliseconds: 0), id: .text("1"), from: .client(.init(listener: "a")), decision: .failed)
        (event.scheme, event.host, event.port) = (.https, .name("a.example"), 443)
        event.client?.app = CachedJSON(ClientApp(userAgent: "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"))
        event.error = .init(kind: "proxy_error", message: "a", nextHop: "p.example:3128", receivedStatus: 502)
        event.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F)))
        event.violations = [Finding(rule: .tlsVersion, message: "a", expected: "a", actual: "a")]
        return event
    }

    /// The JSON of which the identifier of a kind is a digest.
    private func text(_ event: DecisionEvent) -> String { String(decoding: event.sharedMembers, as: UTF8.self) }

    private func key(_ event: DecisionEvent) -> Int {
        var hasher = Hasher()
        hasher.combine(event.host)
        hasher.combine(event.port)
        hasher.combine(event.route)
        hasher.combine(event.app)
        hasher.combine(event.policy?.value)
        event.combineSharedMembers(into: &hasher)
        return hasher.finalize()
    }

    @Test func definitionIsKnown() {
        #expect(
            text(Self.event) == """
                {"scheme":"https","host":"a.example","port":443,"route":null,"mode":null,"decision":"failed",\
                "app":{"name":"MyApp","version":"42","api":"URLSession","os":"ios18.1"},"policy":null,"facts":null,\
                "tls":{"source":"tunnel","version":"TLSv1.2","cipher":"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"},\
                "tunnel":null,"accepted":null,"violations":["tls.version"],"warnings":[],\
                "error":{"kind":"proxy_error","nextHop":"p.example:3128","receivedStatus":502}}
                """)
    }

    private static let distinguishing: [(String, @Sendable (inout DecisionEvent) -> Void)] = [
        ("scheme", { $0.scheme = .http }), ("host", { $0.host = .name("b.example") }), ("port", { $0.port = 444 }),
        ("route", { $0.route = .direct }), ("mode", { $0.client?.mode = .observe }),
        ("decision", { $0.decision = .allowed }),
        ("app", { $0.client?.app = CachedJSON(ClientApp(userAgent: "Other/42 CFNetwork/1568.200.51 Darwin/24.1.0")) }),
        ("facts", { $0.facts = "sha256:1" }), ("accepted", { $0.accepted = true }),
        (
            "tls",
            { $0.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0xC02F))) }
        ),
        ("tunnel", { $0.tunnel = TunnelSummary(.unreadable) }),
        ("violations", { $0.violations = [] }), ("warnings", { $0.warnings = $0.violations }),
        ("error.kind", { $0.error?.kind = "dns_error" }), ("error.nextHop", { $0.error?.nextHop = nil }),
        // Two answers of an upstream proxy were one row of the console, and two of a report.
        ("error.receivedStatus", { $0.error?.receivedStatus = 407 }),
    ]

    @Test(arguments: distinguishing)
    func loadsDifferInThis(_ member: String, _ change: @Sendable (inout DecisionEvent) -> Void) {
        var other = Self.event
        change(&other)
        #expect(text(other) != text(Self.event), "\(member)")
        #expect(key(other) != key(Self.event), "\(member)")
    }

    private static let individual: [(String, @Sendable (inout DecisionEvent) -> Void)] = [
        ("time", { $0.time = Instant(milliseconds: 9) }), ("id", { $0.id = .text("2") }),
        ("client", { $0.client?.address = .text("192.0.2.1:1") }), ("user", { $0.client?.user = "u" }),
        ("label", { $0.client?.label = "l" }),
        ("path", { $0.path = ByteString("/p") }), ("method", { $0.client?.method = ByteString("GET") }),
        ("listener", { $0.client?.listener = "b" }), ("address", { $0.address = .v4(1) }),
        ("ended", { $0.ended = EndedLoad(bytesFromClient: 1, bytesFromServer: 1) }),
        ("error.message", { $0.error?.message = "b" }),
        (
            "text of a finding",
            { $0.violations = [Finding(rule: .tlsVersion, message: "b", expected: "b", actual: "b")] }
        ),
        ("notes", { $0.notes = [Note(.relaxedHello, "b")] }),
    ]

    @Test(arguments: individual)
    func loadsMayDifferInThis(_ member: String, _ change: @Sendable (inout DecisionEvent) -> Void) {
        var other = Self.event
        change(&other)
        #expect(text(other) == text(Self.event), "\(member)")
        #expect(key(other) == key(Self.event), "\(member)")
    }

    @Test func identifierIsTheBeginningOfTheDigest() throws {
        let digest = (0..<32).map { UInt8($0) * 7 }
        let id = Self.event.kindID { _ in digest }
        #expect(id.description == "00070e151c232a31383f464d545b6269")
        #expect(LoadKindID(id.description) == id)
        #expect(LoadKindID("00070e15-1c23-2a31-383f-464d545b6269") == id)
        for text in [
            "", "00070e151c232a31383f464d545b626", "00070E151C232A31383F464D545B6269",
            String(repeating: "g", count: 32),
        ] {
            #expect(LoadKindID(text) == nil)
        }
        #expect(LoadKindID.none.description == String(repeating: "0", count: 32) && LoadKindID.none < id)
    }
}
