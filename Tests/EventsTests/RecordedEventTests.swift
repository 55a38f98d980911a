import EventSamples
import Events
import Foundation
import InternetNames
import JSONWriting
import Testing
import TransportSecurity

@Suite struct RecordedEventTests {
    private func read(_ event: some JSONWritable) throws -> RecordedEvent {
        try JSONDecoder().decode(RecordedEvent.self, from: Data(event.line))
    }

    @Test func readsBackADecision() throws {
        let event = Samples.decision
        #expect(try read(event) == .decision(event))
    }

    @Test func readsBackAMinimalDecision() throws {
        var event = DecisionEvent(
            time: Samples.time, id: .text("1"), from: .client(.init(listener: "[::1]:8080")), decision: .failed)
        event.error = DecisionEvent.Failure(kind: "dns_error", message: "The name has no address.")
        #expect(try read(event) == .decision(event))
        event.policy = CachedJSON(
            PolicySummary(
                Requirements(host: .name("a"), os: OSVersion(.ios, 12), applies: false, reason: .local), source: nil))
        #expect(event.policy?.minimumTLSVersion == nil)
        event.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301)))
        #expect(try read(event) == .decision(event))
    }

    static let openings: [TunnelObservation.Opening] = [
        .hello(TunnelObservation.Hello(serverName: nil, versions: [])),
        .hello(
            TunnelObservation.Hello(
                serverName: "a.example", mayHideName: true, versions: [.tls1_3, .tls1_2], asksForTimestamps: false,
                asksForStaple: false)),
        .hello(
            TunnelObservation.Hello(
                serverName: nil, cipherSuites: [CipherSuite(rawValue: 0xC02F), CipherSuite(rawValue: 0x002F)])),
        .cleartext("an HTTP request"), .serverSpokeFirst("an SSH identification"), .unreadable,
    ]

    @Test(arguments: openings)
    func readsBackATunnel(opening: TunnelObservation.Opening) throws {
        var event = Samples.decision
        event.tunnel = TunnelSummary(opening)
        #expect(try read(event) == .decision(event))
        event.tunnel?.agreement = TunnelObservation.Agreement(
            versionCode: 0x7F1C, cipherSuite: CipherSuite(rawValue: 0x1A1A))
        event.tunnel?.signatureScheme = .ecdsaSHA1
        #expect(try read(event) == .decision(event))
    }

    /// A client can send a name of any length. The truncated name is still too long to be valid.
    @Test func limitsTheServerName() throws {
        var event = Samples.decision
        event.tunnel = TunnelSummary(
            .hello(TunnelObservation.Hello(serverName: ByteString(String(repeating: "a", count: 60_000)))))
        guard case .decision(let read) = try read(event), case .hello(let hello) = read.tunnel?.opening else {
            Issue.record("no hello")
            return
        }
        #expect(hello.serverName?.count == 254)
    }

    @Test func readsBackFacts() throws {
        let event = Samples.facts
        #expect(try read(event) == .facts(event))
    }

    @Test func readsBackHellosAndAnswers() throws {
        var event = Samples.facts
        event.attempts[0].exchange = HelloExchange(sent: [22, 3, 1], received: [21, 3, 3, 0, 2, 2, 70])
        event.attempts[1].exchange = HelloExchange(sent: [22])
        event.largeHello = LargeHelloAnswer(size: 2, result: .silent)
        event.largeHelloExchange = HelloExchange(sent: [22, 3])
        #expect(try read(event) == .facts(event))
        let text = String(decoding: event.line, as: UTF8.self)
        #expect(text.contains(#""failure":"#) && text.contains(#"},"wire":{"sent":"FgMB","received":"FQMDAAICRg=="}}"#))
        #expect(text.contains(#","largeHelloWire":{"sent":"FgM=","received":""}"#))
    }

    /// Extended Master Secret is an extension of TLS 1.2 and older versions.
    @Test func hasNoExtendedMasterSecretInTLS13() throws {
        let text = String(decoding: Samples.facts.line, as: UTF8.self)
        let members = text.components(separatedBy: #""version":"#).dropFirst()
        #expect(members.contains { $0.hasPrefix(#""TLSv1.3""#) })
        for member in members {
            #expect(member.hasPrefix(#""TLSv1.3""#) == member.contains(#""extendedMasterSecret":null"#))
        }
    }

    @Test func writesEachCertificateOnce() throws {
        let text = String(decoding: Samples.facts.line, as: UTF8.self)
        #expect(text.contains(#""certificates":["AQI=","Aw==","BA==","BQ=="],"handshakes""#))
        #expect(text.contains(#""certificates":[0,1]"#) && text.contains(#""certificates":[0,2]"#))
    }

    @Test func readsBackFactsWithoutFetchedIssuers() throws {
        var text = String(decoding: Samples.facts.line, as: UTF8.self)
        text = text.replacingOccurrences(of: #","fetchedIssuers":[1,3]"#, with: "")
        text = text.replacingOccurrences(of: #","isLeftByUs":true"#, with: "")
        guard case .facts(let event) = try JSONDecoder().decode(RecordedEvent.self, from: Data(text.utf8)),
            case .success(let handshake) = event.attempts.last?.result
        else {
            Issue.record("no facts")
            return
        }
        #expect(handshake.fetchedIssuers == [] && !handshake.wasEndedByUs)
    }

    /// In older recordings, the signature scheme or the group shows whether the server proved its key.
    @Test(
        arguments: [
            (TLSVersion.tls1_3, 0x1301, 0x0403, true, false, true), (.tls1_3, 0x1301, nil, true, false, false),
            (.tls1_2, 0xC02F, 0x0403, true, false, true), (.tls1_2, 0xC02F, 0x0403, true, true, false),
            (.tls1_2, 0x009C, nil, true, false, false), (.tls1_0, 0xC013, nil, true, false, true),
            (.tls1_0, 0x002F, nil, false, false, false),
        ] as [(TLSVersion, UInt16, UInt16?, Bool, Bool, Bool)])
    func readsBackFactsWithoutTheProofOfTheKey(
        version: TLSVersion, suite: UInt16, scheme: UInt16?, hasGroup: Bool, wasEndedByUs: Bool, isProven: Bool
    ) throws {
        let handshake = Handshake(
            offer: Offer(generation: .ios9), version: version, cipherSuite: CipherSuite(rawValue: suite),
            group: hasGroup && suite != 0x009C ? .p256 : nil,
            signatureScheme: scheme.map { SignatureScheme(rawValue: $0) },
            certificates: [[1]], requestsClientCertificate: true, isComplete: false, wasEndedByUs: wasEndedByUs)
        for isComplete in [false, true] {
            var event = Samples.facts
            var handshake = handshake
            handshake.isComplete = isComplete
            event.attempts = [FactsEvent.Attempt(offer: handshake.offer, result: .success(handshake))]
            let text = String(decoding: event.line, as: UTF8.self)
                .replacingOccurrences(of: #","isKeyProven":false"#, with: "")
            guard case .facts(let read) = try JSONDecoder().decode(RecordedEvent.self, from: Data(text.utf8)),
                case .success(let found) = read.attempts.first?.result
            else {
                Issue.record("no facts")
                return
            }
            #expect(found.isKeyProven == (isComplete || isProven))
        }
    }

    @Test(arguments: [
        HandshakeFailure.alert(40), .alert(0), .closed, .notTLS, .malformed("bad \u{1B}[0m"), .timedOut,
    ])
    func readsBackEveryFailure(failure: HandshakeFailure) throws {
        var event = Samples.facts
        event.attempts = [FactsEvent.Attempt(offer: Offer(generation: .ios9), result: .failure(failure))]
        #expect(try read(event) == .facts(event))
    }

    @Test func refusesAHandshakeWhoseCertificateIsMissing() {
        let text = String(decoding: Samples.facts.line, as: UTF8.self)
        for positions in ["[4]", "[-1]", "[9223372036854775807]"] {
            let wrong = text.replacingOccurrences(of: "[0,2]", with: positions)
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(RecordedEvent.self, from: Data(wrong.utf8))
            }
        }
    }

    @Test(arguments: ClosedEvent.Party.allCases, ClosedEvent.Manner.allCases)
    func readsBackAnEnd(party: ClosedEvent.Party, manner: ClosedEvent.Manner) throws {
        var event = ClosedEvent(
            time: Samples.time, id: .text("1"), host: .name("example.com"), port: 443, bytesFromClient: 517,
            bytesFromServer: .max, durationMilliseconds: 12, endedBy: party, how: manner)
        #expect(try read(event) == .closed(event))
        event.clientRefusal = ClosedEvent.ClientRefusal(alert: "unknown_ca", evidence: "The client sent an alert.")
        #expect(try read(event) == .closed(event))
    }

    @Test func readsBackALoss() throws {
        let event = LostEvent(time: Samples.time, count: 7)
        #expect(try read(event) == .lost(event))
    }

    @Test func readsBackTheBeginningOfASegment() throws {
        var event = SegmentEvent(time: Samples.time, id: "01JD4Q0Y7ZK8M3T5V9W2X6R1BC", proxy: "lab-3")
        let start = #"{"time":"\#(Samples.time)","event":"segment","id":"01JD4Q0Y7ZK8M3T5V9W2X6R1BC","proxy":"lab-3""#
        #expect(String(decoding: event.line, as: UTF8.self) == start + #","previous":null}"#)
        #expect(try read(event) == .segment(event))
        event.previous = "01JD4Q0Y7ZK8M3T5V9W2X6R1BB"
        #expect(String(decoding: event.line, as: UTF8.self) == start + #","previous":"01JD4Q0Y7ZK8M3T5V9W2X6R1BB"}"#)
        #expect(try read(event) == .segment(event))
    }

    @Test func readsBackTheNameOfATestCase() throws {
        let event = LabelEvent(time: Samples.time, label: "testPay", listener: "127.0.0.1:8080", client: "192.0.2.7")
        #expect(
            String(decoding: event.line, as: UTF8.self)
                == #"{"time":"\#(Samples.time)","event":"label","label":"testPay","listener":"127.0.0.1:8080","client":"192.0.2.7"}"#
        )
        #expect(try read(event) == .label(event))
        let common = LabelEvent(time: Samples.time, label: "testPay")
        #expect(try read(common) == .label(common))
    }

    @Test func keepsTheNameOfAnUnknownEvent() throws {
        let line = Data(#"{"time":1,"event":"tomorrow","more":[]}"#.utf8)
        #expect(try JSONDecoder().decode(RecordedEvent.self, from: line) == .unknown("tomorrow"))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RecordedEvent.self, from: Data("{}".utf8)) }
    }
}
