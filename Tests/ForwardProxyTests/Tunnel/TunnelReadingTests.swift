import TLSMessages
import TLSSamples
import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct TunnelReadingTests {
    private func reading(_ events: TLSInspector.Event...) -> TunnelReading {
        var reading = TunnelReading()
        for event in events { reading.add(event) }
        return reading
    }

    private static let hello: TLSInspector.Event = {
        var hello = ClientHello(legacyVersion: 0x0303)
        hello.serverName = "a.example"
        hello.extensionTypes = [.statusRequest]
        hello.encryptedClientHello = .outer(configurationID: 7)
        return .clientHello(hello)
    }()

    @Test func tellsTheRulesWhatTheHelloSays() throws {
        let hello = try #require(reading(Self.hello).observation.hello)
        #expect(hello.serverName == "a.example" && hello.mayHideName)
        #expect(hello.versions == [.tls1_2, .tls1_1, .tls1_0, .ssl3])
        #expect(hello.asksForStaple && !hello.asksForTimestamps)
    }

    /// A hello may offer thousands of suites, and random ones (GREASE). Only those of Apple's systems are kept, and only
    /// if some policy forbids the agreed one.
    @Test(arguments: [(0x002F, [0xC02F, 0x002F]), (0xC02F, nil), (0x1301, nil)] as [(UInt16, [UInt16]?)])
    func keepsTheSuitesThatTellTheSideAtFault(agreed: UInt16, kept: [UInt16]?) throws {
        var hello = ClientHello(legacyVersion: 0x0303)
        hello.cipherSuites = [0x1A1A, 0x002F, 0x009E, 0xC02F, 0x002F].map(CipherSuite.init(rawValue:))
        let answer = try #require(ServerHello(parsing: TLSBytes.serverHello(suite: agreed)))
        let reading = reading(.clientHello(hello), .serverHello(answer))
        #expect(reading.observation.hello?.cipherSuites?.map(\.rawValue) == kept)
    }

    @Test(
        arguments: [
            (.cleartext(.http(method: "GET")), .cleartext("an HTTP request")),
            (.cleartext(.http2), .cleartext("the preface of HTTP/2")),
            (.cleartext(.other), .cleartext("bytes of an unknown protocol")),
            (.serverSpokeFirst(.imap), .serverSpokeFirst("a greeting of IMAP")),
            (.fault(.client, .malformed(.clientHello)), .unreadable),
        ] as [(TLSInspector.Event, TunnelObservation.Opening)])
    func tellsTheRulesHowItBegan(event: TLSInspector.Event, opening: TunnelObservation.Opening) {
        #expect(reading(event).observation.opening == opening)
    }

    @Test(
        arguments: [
            (.resumed, "resumed an older session"),
            (.fault(.server, .notTLS), "Bytes of the server could not be read"),
            (.alert(.server, Alert(level: .fatal, description: 40)), "alert handshake_failure"),
        ] as [(TLSInspector.Event, String)])
    func saysWhatNoRuleSays(event: TLSInspector.Event, text: String) {
        let notes = reading(event).notes(on: .name("a.example"))
        #expect(notes.count == 1 && notes.first?.message.contains(text) == true)
    }

    @Test func saysThatTheServerNeverAnswered() {
        var reading = reading(Self.hello)
        #expect(reading.notes(on: .name("a.example")).isEmpty)
        reading.isCutOff = true
        #expect(reading.notes(on: .name("a.example")).first?.message.contains("ended before a.example") == true)
    }

    @Test func saysThatAClientCertificateIsAskedFor() throws {
        let request = try #require(CertificateRequest(parsing: [1, 1, 0, 0], version: .tls1_1))
        let notes = reading(.certificateRequest(request)).notes(on: .name("a.example"))
        #expect(notes.map(\.message).first?.contains("asks for a client certificate") == true)
    }

    @Test(arguments: [
        TLSInspector.Event.alert(.server, Alert(level: .warning, description: 112)),
        .clientAnswered, .applicationData(.client),
        .encryptedAlert(.client),
    ])
    func leavesOutWhatIsNotJudged(event: TLSInspector.Event) {
        #expect(reading(event).isEmpty)
    }

    @Test func hasAHandshakeOnlyWithCertificates() throws {
        let hello = try #require(ServerHello(parsing: TLSBytes.serverHello()))
        let exchange = ServerKeyExchange(group: .x25519, signatureScheme: SignatureScheme(rawValue: 0x0403))
        let requirements = Requirements(host: .name("a.example"), os: .newest)
        #expect(reading(.serverHello(hello)).handshake(under: requirements) == nil)
        let whole = reading(
            .serverHello(hello), .certificates([[1]]), .certificateStatus([2]), .serverKeyExchange(exchange))
        let handshake = try #require(whole.handshake(under: requirements))
        #expect(handshake.version == .tls1_2 && handshake.cipherSuite.rawValue == 0xC02F)
        #expect(handshake.certificates == [[1]] && handshake.certificateStatus == [2])
        #expect(handshake.group == .x25519 && handshake.signatureScheme?.rawValue == 0x0403)
    }
}
