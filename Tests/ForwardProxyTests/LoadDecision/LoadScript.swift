import ForwardProxy
import InternetNames
import TransportSecurity

/// A decision about one load, told events in turn; answers with its commands in words.
final class LoadScript {
    private(set) var decision: LoadDecision
    /// What the latest `permit` or `refuse` carried.
    private(set) var permit: Permit?
    private(set) var refusal: Refusal?
    /// The verdicts that were recorded, in their order.
    private(set) var recorded: [Verdict] = []

    static let host = Host.name("api.example.com")
    static let now = Instant(year: 2026, month: 1, day: 15)

    /// What the policy demands of the host.
    enum Policy {
        /// ATS without an exception.
        case ats
        /// An exception that permits cleartext.
        case cleartextPermitted
        /// ATS does not apply.
        case notApplied
        /// The load is of an app that is not judged.
        case otherApp
    }

    init(
        _ method: String = "CONNECT", _ policy: Policy = .ats, _ mode: Mode = .enforce, isStrict: Bool = false,
        route: Route = .direct
    ) {
        let isConnect = method == "CONNECT"
        let verdicts = LoadVerdicts(Self.requirements(policy), rules: .standard(logs: nil), waiving: [])
        decision = LoadDecision(
            of: Authority(host: Self.host, port: isConnect ? 443 : 80), isConnect: isConnect, by: verdicts, in: mode,
            isStrict: isStrict, route: route)
    }

    private static func requirements(_ policy: Policy) -> Requirements {
        var requirements = Requirements(host: host, os: .newest)
        switch policy {
        case .ats:
            break
        case .cleartextPermitted:
            requirements.allowsInsecureHTTPLoads = true
            requirements.reason = .exceptionDomain
        case .notApplied, .otherApp:
            requirements.applies = false
            requirements.allowsInsecureHTTPLoads = true
            requirements.minimumTLSVersion = .tls1_0
            requirements.requiresForwardSecrecy = false
            requirements.reason = policy == .otherApp ? .otherApp : .arbitraryLoads
        }
        return requirements
    }

    /// Tells an event.
    func tell(_ event: LoadDecision.Event) -> [String] {
        var commands: [LoadDecision.Command] = []
        decision.handle(event, at: Self.now, appendingTo: &commands)
        return words(commands)
    }

    /// Tells what was seen in the tunnel; the decision comes first.
    func observe(_ observation: TunnelObservation, isLast: Bool = true) -> [String] {
        let judged = decision.judgeTunnel(observation, notes: [], isLast: isLast, at: Self.now)
        return [judged.decision.rawValue] + (judged.endsSilence ? ["forget silence"] : [])
            + (judged.record.map { [words($0)] } ?? [])
    }

    private func words(_ commands: [LoadDecision.Command]) -> [String] {
        commands.map { command in
            switch command {
            case .findFacts: return "find facts"
            case .findAddresses: return "find addresses"
            case .findConnection: return "find connection"
            case .permit(let permit):
                self.permit = permit
                return "permit " + permit.addresses.map(\.description).joined(separator: " ")
            case .addAddresses(let permit, let isComplete):
                let addresses = permit?.addresses.map(\.description) ?? ["nothing"]
                return "add " + addresses.joined(separator: " ") + (isComplete ? ", the last" : "")
            case .refuse(let refusal):
                self.refusal = refusal
                return "refuse"
            case .record(let record): return "record " + words(record)
            case .probeLater(let address): return "probe \(address) later"
            case .probeOtherOffers(let authority, let address):
                return "probe other offers of \(authority)" + (address.map { " at \($0)" } ?? "")
            case .observeTunnel: return "observe tunnel"
            case .rememberSilence: return "remember silence"
            case .forgetUnreachable(let facts): return facts == nil ? "forget addresses" : "forget addresses and facts"
            }
        }
    }

    private func words(_ record: LoadDecision.Record) -> String {
        switch record {
        case .verdict(let verdict, let facts):
            recorded.append(verdict)
            return Self.words(verdict) + (facts == nil ? "" : ", with facts")
        case .failure(let failure): return failure.errorType
        case .end(let end): return "end: \(end.manner)"
        }
    }

    private func words(_ record: LoadDecision.TunnelRecord) -> String {
        recorded.append(record.verdict)
        return "record tunnel: " + Self.words(record.verdict) + (record.facts == nil ? "" : ", with facts")
            + (record.contradictsFacts ? ", which it contradicts" : "")
    }

    private static func words(_ verdict: Verdict) -> String {
        verdict.violations.isEmpty ? "no violation" : verdict.violations.map(\.rule.rawValue).joined(separator: " ")
    }
}

/// Facts and observations for scripts.
extension LoadScript {
    static let first = IPAddress.v4(0xC000_0201)
    static let second = IPAddress.v4(0xC000_0202)

    /// A server that violates nothing, or, with a version below 1.2, one that does.
    static func facts(_ version: TLSVersion = .tls1_3, at address: IPAddress = first, isKeyProven: Bool = true)
        -> ServerFacts
    {
        let leaf = Certificate(
            der: [1], subject: "CN=api.example.com", issuer: "CN=Root",
            notBefore: Instant(year: 2025, month: 12, day: 1), notAfter: Instant(year: 2026, month: 3, day: 1),
            key: .rsa(bits: 2048), signature: .init(name: "sha256WithRSAEncryption", digest: .sha256),
            commonNames: [], subjectAltNames: .init(dnsNames: ["api.example.com"]),
            extendedKeyUsage: ["1.3.6.1.5.5.7.3.1"], sha256: [1], publicKeySHA256: [11])
        let handshake = Handshake(
            offer: Offer(generation: .current), version: version,
            cipherSuite: CipherSuite(rawValue: version == .tls1_3 ? 0x1301 : 0xC02F), group: .x25519,
            certificates: [[1]], isComplete: true, isKeyProven: isKeyProven)
        let chain = ChainEvaluation(presented: [leaf], path: [leaf], anchor: .user)
        return facts(.secure(handshake, chain), at: address)
    }

    static func facts(_ observation: Observation, at address: IPAddress = first) -> ServerFacts {
        ServerFacts(
            authority: Authority(host: host, port: 443), address: address, observation: observation, foundAt: 0,
            id: "sha256:\(observation.hashValue)")
    }

    /// A tunnel that begins with a hello that names the host, and in which the server chose that version.
    static func tunnel(_ version: TLSVersion = .tls1_3) -> TunnelObservation {
        TunnelObservation(
            .hello(.init(serverName: "api.example.com", versions: [.tls1_3, .tls1_2, .tls1_0])),
            agreement: .init(
                versionCode: version.rawValue, cipherSuite: CipherSuite(rawValue: version == .tls1_3 ? 0x1301 : 0xC02F))
        )
    }

    static let end = LoadEnd(.finished, by: .client, fromClient: 10, fromServer: 20)
}
