import Console
import Events
import Foundation
import HTTPServer
import InternetNames
import Judging
import Recordings
import Traffic
import TransportSecurity

/// Loads from servers that exist in tests alone.
enum SampleTraffic {
    static let now = Instant(year: 2026, month: 11, day: 20, hour: 12)

    /// A judge to whom every chain ends in a root of the system.
    static let judge = ConsoleJudge(
        logs: nil,
        replay: {
            Replay(rules: .standard(logs: nil)) { handshake, _, _, _ in chain(for: handshake) }
        })

    /// The evaluation of a chain whose leaf is for the host whose name is in the certificate.
    static func chain(for handshake: Handshake) -> ChainEvaluation {
        let name = String(decoding: handshake.certificates.first ?? [], as: UTF8.self)
        let leaf = Certificate(
            der: Array(name.utf8), subject: "CN=\(name)", issuer: "CN=Root",
            notBefore: Instant(year: 2026, month: 10, day: 1), notAfter: Instant(year: 2027, month: 1, day: 1),
            key: .ellipticCurve(bits: 256), signature: .init(name: "ecdsa-with-SHA256", digest: .sha256),
            subjectAltNames: .init(dnsNames: [name]), extendedKeyUsage: ["1.3.6.1.5.5.7.3.1"],
            sha256: [UInt8](repeating: 1, count: 32), publicKeySHA256: [UInt8](repeating: 7, count: 32))
        let root = Certificate(
            der: [3], subject: "CN=Root", issuer: "CN=Root", notBefore: Instant(year: 2015, month: 1, day: 1),
            notAfter: Instant(year: 2035, month: 1, day: 1), key: .rsa(bits: 2048),
            signature: .init(name: "sha256WithRSAEncryption", digest: .sha256), isAuthority: true, isSelfSigned: true,
            sha256: [UInt8](repeating: 3, count: 32), publicKeySHA256: [UInt8](repeating: 9, count: 32))
        return ChainEvaluation(presented: [leaf], path: [leaf, root], anchor: .user, revocation: .good)
    }

    /// A server that offers nothing newer than a version.
    static func facts(_ host: String, newest: TLSVersion = .tls1_3, port: UInt16 = 443) -> FactsEvent {
        let judging = Offer(judging: Requirements(host: .name(host), os: .newest))
        var relaxed = RelaxedOffers(below: judging)
        var attempts: [FactsEvent.Attempt] = []
        var next: Offer? = judging
        while let offer = next {
            let version = min(newest, offer.versions.upperBound)
            guard version >= offer.versions.lowerBound else {
                attempts.append(FactsEvent.Attempt(offer: offer, result: .failure(.alert(70))))
                next = relaxed.next(after: .alert(70))
                continue
            }
            let suite: UInt16 = version == .tls1_3 ? 0x1301 : version == .tls1_2 ? 0xC02F : 0xC013
            let handshake = Handshake(
                offer: offer, version: version, cipherSuite: CipherSuite(rawValue: suite), group: .p256,
                certificates: [Array(host.utf8)])
            attempts.append(FactsEvent.Attempt(offer: offer, result: .success(handshake)))
            next = nil
        }
        return FactsEvent(
            time: now, id: "sha256:\(host)", host: .name(host), port: port, address: nil, attempts: attempts)
    }

    /// The decision on a load under a policy.
    static func decision(
        _ host: String, facts: FactsEvent? = nil, app: String = "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0",
        policy dictionary: [String: PropertyValue] = [:], source: String = "defaults", digest: String? = nil,
        mode: Mode = .enforce, at time: Instant = now
    ) -> DecisionEvent {
        let client = ClientApp(userAgent: app)
        let appliedPolicy = AppliedPolicy(policyName: source, dictionary: dictionary, os: .fixed(.newest), mode: mode)
        let requirements = appliedPolicy.requirements(for: .name(host), by: client)
        let origin = DecisionEvent.Client(
            listener: "127.0.0.1:8080", address: .text("192.0.2.7:50000"), app: CachedJSON(client), mode: mode)
        var event = DecisionEvent(time: time, id: .text("01JD"), from: .client(origin), decision: .allowed)
        event.host = .name(host)
        event.policy = CachedJSON(PolicySummary(requirements, source: source, digest: digest))
        var observation = Observation.cleartext(.http)
        (event.scheme, event.port) = (.http, 80)
        if let facts {
            (event.scheme, event.port, event.facts) = (.https, facts.port, facts.id)
            for case .success(let handshake) in facts.attempts.map(\.result) {
                observation = .secure(handshake, chain(for: handshake))
            }
            event.tls = TLSSummary(observation).map { CachedJSON($0) }
        }
        let verdict = Verdict(of: observation, under: requirements, by: .standard(logs: nil), at: time)
        event.decision = verdict.decision(in: mode)
        (event.violations, event.warnings, event.notes) = (verdict.violations, verdict.warnings, verdict.notes)
        return event
    }

    /// An entry with a number of loads of one device.
    static func entry(_ decision: DecisionEvent, loads: Int = 1, device: String = "192.0.2.7") -> TrafficEntry {
        var entry = TrafficEntry(decision)
        entry.decisions = loads
        entry.devices.add(loads, of: device)
        entry.times.add(loads, at: decision.time)
        return entry
    }

    /// Traffic of entries and facts.
    static func traffic(
        _ entries: [TrafficEntry], facts: [FactsEvent] = [], policies: [PolicyEvent] = []
    ) -> RecordedTraffic {
        var store = FactsStore()
        for event in facts { store.add(event) }
        return RecordedTraffic(
            sources: [RecordingSource(name: "test.jsonl")], entries: entries, facts: store,
            policies: Dictionary(uniqueKeysWithValues: policies.map { ($0.id, $0) }))
    }

    /// The model of recordings.
    static func model(_ traffic: RecordedTraffic, _ change: (inout ConsoleSettings) -> Void = { _ in }) -> ConsoleModel
    {
        var settings = ConsoleSettings(version: "1.0.0", session: "s1", source: .recordings, started: now)
        change(&settings)
        return ConsoleModel(settings, judge: judge, recorded: RecordedInput(traffic))
    }

    /// A recorded policy.
    static func policy(_ id: String, _ dictionary: [String: PropertyValue], source: String = "MyApp.app") -> PolicyEvent
    {
        let appliedPolicy = AppliedPolicy(
            policyName: source, dictionary: dictionary, os: .fixed(.newest), mode: .enforce)
        return PolicyEvent(appliedPolicy, id: id, at: now)
    }
}

extension LiveBatch {
    /// Adds a kind with a number, and a row of it without loads.
    mutating func add(_ number: UInt8, _ decision: DecisionEvent) {
        let id = LoadKindID(digest: [UInt8](repeating: number + 1, count: 16))
        kinds.append(Kind(id: id, decision: decision))
        counts.append(Count(Row(id), at: decision.time))
    }
}

extension ConsoleModel {
    /// The response to a request. What is due or computed for it is done at once.
    func respond(to request: ConsoleRequest) -> ServerResponse {
        if let due = dueComputation() { _ = finish(due.result(by: ReplayCache())) }
        switch answer(to: request) {
        case .response(let response): return response
        case .computation(let computation):
            guard let response = finish(computation.result(by: ReplayCache())) else {
                preconditionFailure("The answer to a request has a response.")
            }
            return response
        }
    }

    /// The JSON of the answer to a request.
    func json(_ request: ConsoleRequest) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(respond(to: request).body)) as? [String: Any] ?? [:]
    }

    /// The rows of the list.
    func rows() throws -> [[String: Any]] {
        try json(ConsoleRequest(.get, ["rows"]))["rows"] as? [[String: Any]] ?? []
    }

    /// The text of an answer.
    func text(_ request: ConsoleRequest) -> String {
        String(decoding: respond(to: request).body, as: UTF8.self)
    }
}
