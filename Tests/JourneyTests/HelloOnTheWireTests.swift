import Events
import Foundation
import InternetNames
import OpenSSL
import TLSMessages
import Testing
import TransportSecurity

/// The hellos that facts name, compared with the bytes that a relay before the server saw.
@Suite struct HelloOnTheWireTests {
    private static let systems = [
        "ios9", "ios10", "ios11", "ios12", "ios13", "ios15.4", "ios17", "ios18.4", "ios26", "ios27",
    ]

    /// What `check` recorded of a server behind a relay, and what the relay saw.
    private struct Seen {
        var facts: [FactsEvent] = []
        var connections: [RecordedRelay.Connection]
        var text: String
    }

    private func check(_ server: String, _ os: String, with options: [String] = []) throws -> Seen {
        let site = try Site.judged.get()
        let relay = try RecordedRelay(to: site.port(server))
        let bundle = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString)")
        let program = try Program(
            Repository.program,
            ["check", "--os", os, "--evidence", bundle.path] + options + site.trust + site.resolve
                + ["https://\(server).test:\(relay.port)/"])
        #expect([0, 1].contains(program.end()))
        let folder = bundle.appending(path: "hosts/\(server).test-\(relay.port)")
        let lines = try String(contentsOf: folder.appending(path: "events.jsonl"), encoding: .utf8).split(
            separator: "\n")
        var seen = Seen(
            connections: try relay.connections(),
            text: try String(contentsOf: folder.appending(path: "handshakes.txt"), encoding: .utf8))
        for line in lines {
            if case .facts(let event) = try JSONDecoder().decode(RecordedEvent.self, from: Data(line.utf8)) {
                seen.facts.append(event)
            }
        }
        #expect(!seen.facts.isEmpty)
        return seen
    }

    private func hello(in records: [UInt8]) throws -> ClientHello {
        var inspector = TLSInspector()
        var events: [TLSInspector.Event] = []
        inspector.observe(.client, records.span, appendingTo: &events)
        guard case .clientHello(let hello) = events.first else { throw JourneyError(text: "no hello in \(events)") }
        return hello
    }

    /// Compares a hello with the offer that the event names, extension by extension.
    private func compare(_ sent: [UInt8], with offer: Offer) throws {
        let hello = try hello(in: sent)
        let gaps = try ClientContext().gaps(in: offer)
        #expect(hello.unreadableExtensions.isEmpty && hello.duplicateExtensions.isEmpty)
        let versions = TLSVersion.allCases.filter { offer.versions.contains($0) && !gaps.versions.contains($0) }
        #expect(hello.versions.first == versions.last)
        if hello.supportedVersions != nil { #expect(hello.versions.reversed() == versions) }
        // OpenSSL leaves out suites with DSA certificates, which only the permissive hello would have.
        let suites = offer.cipherSuites.filter { !gaps.cipherSuites.contains($0) && !$0.name.contains("_DSS_") }
        #expect(Set(hello.cipherSuites.filter { $0.rawValue != 0x00FF }) == Set(suites))
        #expect(hello.supportedGroups == offer.groups.filter { !gaps.groups.contains($0) })
        #expect(
            hello.signatureSchemes
                == (hello.versions.first == .tls1_3 || hello.versions.first == .tls1_2
                    ? offer.signatureSchemes : nil))
        #expect(hello.applicationProtocols?.map { "\($0)" } == offer.applicationProtocols)
        #expect(hello.requestsCertificateStatus && hello.requestsCertificateTimestamps)
        #expect(hello.offersExtendedMasterSecret && hello.offersSecureRenegotiation)
        let expected: Set<UInt16> = [0, 5, 10, 11, 13, 16, 18, 22, 23, 35, 43, 45, 51, 0xFF01]
        #expect(Set(hello.extensionTypes.map(\.rawValue)).isSubset(of: expected))
    }

    /// What an event says was offered is what was sent, and what it says was answered is what arrived.
    @Test(arguments: systems, ["good", "tls10-rsa"])
    func anEventSaysWhatWasSent(os: String, server: String) throws {
        let seen = try check(server, os)
        let attempts = seen.facts.flatMap(\.attempts)
        #expect(server == "good" ? attempts.count == 1 : attempts.count > 1)
        for attempt in attempts {
            let exchange = try #require(attempt.exchange)
            let connection = try #require(seen.connections.first { $0.sent.starts(with: exchange.sent) })
            #expect(!exchange.received.isEmpty && connection.received.starts(with: exchange.received))
            try compare(exchange.sent, with: attempt.offer)
            #expect(try hello(in: exchange.sent).serverName == ByteString("\(server).test"))
            try compareAnswer(exchange, attempt.offer, with: attempt.result)
            #expect(seen.text.contains("sent \(exchange.sent.count) bytes\n    1603"))
            let digits = Array(exchange.received.prefix(32)).hexadecimal
            #expect(seen.text.contains("received \(exchange.received.count) bytes\n    \(digits)\n"))
        }
    }

    private func compareAnswer(
        _ exchange: HelloExchange, _ offer: Offer, with result: Result<Handshake, HandshakeFailure>
    ) throws {
        var inspector = TLSInspector()
        var events: [TLSInspector.Event] = []
        inspector.observe(.client, exchange.sent.span, appendingTo: &events)
        inspector.observe(.server, exchange.received.span, appendingTo: &events)
        switch result {
        case .success(let handshake):
            guard case .serverHello(let hello) = events.last else {
                Issue.record("no ServerHello at the end")
                return
            }
            #expect(hello.version == handshake.version && hello.cipherSuite == handshake.cipherSuite)
        case .failure(let failure):
            // Up to TLS 1.2 a hello cannot exclude an older version, which OpenSSL then refuses itself.
            if case .serverHello(let hello) = events.last {
                #expect(hello.version.map { $0 < offer.minimumVersion } == true)
                return
            }
            guard case .alert(.server, let alert) = events.last else {
                Issue.record("neither hello nor alert of the server at the end")
                return
            }
            #expect(failure == .alert(alert.description))
        }
    }

    /// The large hello is sent from version 26 on, and the event has it as it passed.
    @Test(arguments: systems)
    func anEventHasTheLargeHello(os: String) throws {
        let seen = try check("good", os)
        let facts = try #require(seen.facts.first)
        guard os == "ios26" || os == "ios27" else {
            #expect(facts.largeHello == nil && facts.largeHelloExchange == nil && !seen.text.contains("large hello"))
            #expect(seen.connections.count == 1)
            return
        }
        let exchange = try #require(facts.largeHelloExchange)
        #expect(facts.largeHello?.size == exchange.sent.count && exchange.sent.count > 1500)
        #expect(seen.connections.contains { $0.sent == exchange.sent && $0.received.starts(with: exchange.received) })
        let hello = try hello(in: exchange.sent)
        let offer = AppleHello.offer
        #expect(hello.cipherSuites.dropFirst() == offer.cipherSuites[...])
        #expect(hello.supportedGroups?.dropFirst() == offer.groups[...])
        #expect(hello.keyShareGroups?.dropFirst() == [.x25519MLKEM768, .x25519])
        #expect(
            hello.extensionTypes.dropFirst().dropLast().map(\.rawValue) == [
                0, 23, 0xFF01, 10, 11, 16, 5, 13, 18, 51, 45, 43, 27,
            ])
        #expect(seen.text.contains("large hello\n  sent \(exchange.sent.count) bytes\n"))
    }

    /// The random parts of hellos and answers do not change the identifier of equal facts.
    @Test func equalFactsHaveOneIdentifier() throws {
        let site = try Site.judged.get()
        let events = try (1...2).map { _ in
            let program = try Program(
                Repository.program, ["check", "--format", "json"] + site.trust + site.resolve + [site.url("good")])
            #expect(program.end() == 0)
            return try JSONDecoder().decode(RecordedEvent.self, from: Data(program.output.utf8))
        }
        guard case .decision(let first) = events[0], case .decision(let second) = events[1] else {
            Issue.record("no decisions")
            return
        }
        #expect(first.facts != nil && first.facts == second.facts)
    }

    /// The offer of a hello has the parts that OpenSSL lacks; the evidence names them, and its lists have what was sent.
    @Test func evidenceNamesWhatWasNotSent() throws {
        let seen = try check("good", "ios26")
        let offer = try #require(seen.facts.first?.attempts.first?.offer)
        let gaps = try ClientContext().gaps(in: offer)
        let missing =
            offer.cipherSuites.filter(gaps.cipherSuites.contains).map(\.name)
            + offer.groups.filter(gaps.groups.contains).map(\.name)
        guard !missing.isEmpty else {
            #expect(!seen.text.contains("not sent"))
            return
        }
        #expect(seen.text.contains("  not sent, because OpenSSL lacks it: \(missing.joined(separator: " "))\n"))
        let groups = try #require(seen.text.split(separator: "\n").first { $0.hasPrefix("  groups ") })
        #expect(gaps.groups.allSatisfy { !groups.contains($0.name) })
    }
}
