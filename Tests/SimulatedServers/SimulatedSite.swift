import Events
import Foundation
import Judging
import Recordings
import Traffic
import TransportSecurity

/// About twenty servers with one special property each, and recordings of loads from them.
package struct SimulatedSite {
    package static let names = [
        "good", "modern", "tls12", "old", "middle", "ssl3", "rsa", "rsa-old", "dhe", "rc4", "expired", "early",
        "othername", "selfsigned", "untrusted", "small", "sha1", "usage", "long", "revoked", "closing", "silent",
        "mail",
        "nogcm", "plain", "secret", "noems",
    ].map { "\($0).example" }

    package static let servers: [SimulatedServer] = [
        SimulatedServer(name: "good.example"),
        SimulatedServer(name: "modern.example", versions: .tls1_3 ... .tls1_3),
        SimulatedServer(name: "tls12.example", versions: .tls1_2 ... .tls1_2, suites: [0xC02F], group: .p256),
        SimulatedServer(name: "old.example", versions: .tls1_0 ... .tls1_0, suites: [0xC013], group: .p256),
        SimulatedServer(name: "middle.example", versions: .tls1_0 ... .tls1_1, suites: [0xC013], group: .p256),
        SimulatedServer(name: "ssl3.example", versions: .ssl3 ... .ssl3, suites: [0x002F]),
        SimulatedServer(name: "rsa.example", versions: .tls1_2 ... .tls1_2, suites: [0x009C]),
        SimulatedServer(name: "rsa-old.example", versions: .tls1_0 ... .tls1_0, suites: [0x002F]),
        SimulatedServer(name: "dhe.example", versions: .tls1_2 ... .tls1_2, suites: [0x009E]),
        SimulatedServer(name: "rc4.example", versions: .tls1_2 ... .tls1_2, suites: [0x0005]),
        faulty("expired.example") { $0.notAfter = Instant(year: 2026, month: 11, day: 1) },
        faulty("early.example") { $0.notBefore = Instant(year: 2026, month: 12, day: 1) },
        faulty("othername.example") { $0.subjectAltNames = .init(dnsNames: ["elsewhere.example"]) },
        SimulatedServer(
            name: "selfsigned.example",
            chain: Certificates.chain(anchor: .none) { $0.faults = [PathFault(.selfSigned, subject: "CN=server")] }),
        SimulatedServer(name: "untrusted.example", chain: Certificates.chain(anchor: .none)),
        faulty("small.example") { $0.key = .rsa(bits: 1024) },
        faulty("sha1.example") { $0.signature = .init(name: "sha1WithRSAEncryption", digest: .sha1) },
        faulty("usage.example") { $0.extendedKeyUsage = ["1.3.6.1.5.5.7.3.2"] },
        faulty("long.example") { $0.notAfter = Instant(year: 2036, month: 1, day: 1) },
        SimulatedServer(
            name: "revoked.example",
            chain: Certificates.chain { $0.revocation = .revoked(subject: "CN=server", source: "the staple") }),
        SimulatedServer(name: "closing.example", refusal: .closed),
        SimulatedServer(name: "silent.example", refusal: .timedOut),
        SimulatedServer(name: "mail.example", refusal: .notTLS),
        SimulatedServer(
            name: "nogcm.example", versions: .tls1_2 ... .tls1_2, suites: [0xC027, 0xC013], group: .p256),
        SimulatedServer(
            name: "noems.example", versions: .tls1_2 ... .tls1_2, suites: [0xC02F], extendedMasterSecret: false),
        SimulatedServer(name: "plain.example", isCleartext: true, port: 80),
        SimulatedServer(name: "198.51.100.7", isCleartext: true, port: 80),
    ]

    private static func faulty(_ name: String, _ change: (inout Certificate) -> Void) -> SimulatedServer {
        SimulatedServer(name: name, chain: Certificates.chain(Certificates.leaf(change)))
    }

    /// Three policies: the defaults, one with exceptions of every kind, and one that turns ATS off.
    package static let policies: [[String: PropertyValue]] = [
        [:],
        [
            "NSExceptionDomains": .dictionary([
                "old.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.0")]),
                "middle.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.1")]),
                "rsa.example": .dictionary(["NSExceptionRequiresForwardSecrecy": .boolean(false)]),
                "dhe.example": .dictionary([
                    "NSExceptionRequiresForwardSecrecy": .boolean(false),
                    "NSExceptionAllowsInsecureHTTPLoads": .boolean(true),
                ]),
                "expired.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
                "closing.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)]),
                "good.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.3")]),
                "tls12.example": .dictionary(["NSExceptionMinimumTLSVersion": .string("TLSv1.3")]),
                "noems.example": .dictionary(["NSExceptionRequiresNIAPTLSPackageVersion": .string("FCP_v2.1")]),
            ])
        ],
        ["NSAllowsArbitraryLoads": .boolean(true)],
    ]

    package static let app = ClientApp(userAgent: "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0")
    package static let rules = RuleSet.standard(logs: nil)
    package static let evaluations = Dictionary(uniqueKeysWithValues: servers.map { (Array($0.name.utf8), $0.chain) })

    /// A judge with the evaluations of the servers' certificates.
    package static func replay() -> Replay {
        Replay(rules: rules) { handshake, _, _, _ in
            evaluations[handshake.certificates.first ?? []] ?? Certificates.chain(anchor: .none)
        }
    }

    package static func appliedPolicy(_ policy: [String: PropertyValue], _ os: String = "ios27") throws -> AppliedPolicy
    {
        guard let os = OSVersion(os) else { throw MissingSample(name: os) }
        return AppliedPolicy(policyName: "Test.plist", dictionary: policy, os: .fixed(os), mode: .observe)
    }

    /// The live verdict on a load from a server, and the lines of its recording.
    package static func record(
        _ server: SimulatedServer, under appliedPolicy: AppliedPolicy, number: Int = 1, furtherOffers: [Offer] = [],
        app: ClientApp = app
    ) -> (verdict: Verdict, lines: [[UInt8]]) {
        let requirements = appliedPolicy.requirements(for: server.host, by: app)
        let client = DecisionEvent.Client(
            listener: "127.0.0.1:8080", address: .text("127.0.0.1:50000"), app: CachedJSON(app), mode: .observe)
        var event = DecisionEvent(
            time: Certificates.now + Int64(number), id: .text("01JD\(server.name)\(number)"), from: .client(client),
            decision: .allowed)
        (event.host, event.port) = (server.host, server.port)
        event.scheme = server.isCleartext ? .http : .https
        event.policy = CachedJSON(PolicySummary(requirements, source: appliedPolicy.policyName))
        var lines: [[UInt8]] = []
        var observation = Observation.cleartext(.http)
        if !server.isCleartext {
            let (attempts, found) = server.probe(Offer(judging: requirements))
            observation = found
            event.tls = TLSSummary(found).map { CachedJSON($0) }
            let id = "sha256:\(server.name)-\(Offer(judging: requirements))"
            event.facts = id
            let further = furtherOffers.map { FactsEvent.Attempt(offer: $0, result: server.answer(to: $0)) }
            lines.append(
                FactsEvent(
                    time: event.time, id: id, host: server.host, port: server.port, address: nil,
                    attempts: attempts + further
                ).line)
        }
        let verdict = Verdict(of: observation, under: requirements, by: rules, at: event.time)
        event.decision = verdict.decision(in: .observe)
        (event.violations, event.warnings, event.notes) = (verdict.violations, verdict.warnings, verdict.notes)
        lines.append(event.line)
        lines.append(
            ClosedEvent(
                time: event.time + 1, id: event.id, host: server.host, port: server.port, bytesFromClient: 100,
                bytesFromServer: 900, durationMilliseconds: 12, endedBy: .client, how: .finished
            ).line)
        return (verdict, lines)
    }

    /// A recording of one load from each server.
    package static func recording(
        of servers: [SimulatedServer] = servers, under appliedPolicy: AppliedPolicy
    ) -> [UInt8] {
        servers.flatMap { record($0, under: appliedPolicy).lines.flatMap { $0 + [0x0A] } }
    }

    /// The traffic in a recording.
    package static func traffic(
        _ recording: [UInt8], pieces: Int = .max, keepingFacts: Bool = true, filter: RecordingFilter = RecordingFilter()
    ) -> RecordedTraffic {
        var reader = RecordingReader(keepingFacts: keepingFacts, filter: filter, decoder)
        reader.begin("test.jsonl")
        var rest = recording[...]
        while !rest.isEmpty {
            Array(rest.prefix(pieces)).withUnsafeBufferPointer { reader.read($0) }
            rest = rest.dropFirst(pieces)
        }
        reader.end()
        return reader.traffic
    }

    package static var decoder: EventDecoder { EventDecoder(digest: digest, decode: decode) }

    /// A digest that is good enough for tests (FNV-1a, twice).
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        [UInt64(0xCBF2_9CE4_8422_2325), 0x9E37_79B9_7F4A_7C15].flatMap { seed in
            let hash = bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
        }
    }

    package static func decode(_ line: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        try JSONDecoder().decode(RecordedEvent.self, from: Data(buffer: line))
    }
}

extension RecordedTraffic {
    /// The entry of a host.
    package func entry(_ host: String) throws -> TrafficEntry {
        guard let entry = entries.first(where: { $0.decision.host?.description == host }) else {
            throw MissingSample(name: host)
        }
        return entry
    }
}

/// The error of a test that asks for an OS or a host that does not exist.
private struct MissingSample: Error {
    var name: String
}
