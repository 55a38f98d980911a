import Audit
import InternetNames
import OpenSSL
import Recording
import TransportSecurity

/// Collects evidence about servers and chains, and writes it into a directory at the end.
struct EvidenceWriter {
    private let directory: EvidenceDirectory
    private let origin: EvidenceOrigin
    private let logs: [[UInt8]: TransparencyLogList.Log]
    private let text: VerdictText
    private var servers: [ServerEvidence] = []
    /// The places of the servers that have a port in `servers`.
    private var places: [Place: Int] = [:]

    private struct Place: Hashable {
        var host: Host
        var port: UInt16
        var address: IPAddress?
    }

    /// Creates a writer for a directory, which must be new or empty.
    init(
        _ path: String, _ trust: TrustOptions, rules: RuleSet, recordings: [String] = []
    ) throws(CommandFailure) {
        directory = try EvidenceDirectory(path)
        origin = EvidenceOrigin(
            program: ServerVersion.number, openSSL: OpenSSLVersion.text, data: try trust.dataFiles(),
            recordings: recordings)
        logs = rules.rules.lazy.compactMap { $0 as? CertificateTransparency }.first?.logs?.logs ?? [:]
        text = VerdictText(rules: rules, usesColour: false, width: nil)
    }

    /// Adds a judgement. Judgements of the same server are in one folder.
    mutating func add(_ judgement: CheckResult.Judgement, about subject: String) {
        let event = judgement.event
        guard let host = event.host else { return }
        let lines = text.lines(of: judgement, about: subject)
        let place = event.port.map { Place(host: host, port: $0, address: event.address) }
        let known = place.flatMap { places[$0] }
        if let known {
            if servers[known].decisions.count < Self.decisionLimit {
                servers[known].verdict += [""] + lines
                servers[known].decisions.append(event)
            }
            for facts in judgement.facts where !servers[known].facts.contains(where: { $0.id == facts.id }) {
                servers[known].facts.append(facts)
            }
            guard servers[known].chain == nil else { return }
        }
        let index = known ?? servers.count
        if known == nil {
            if let place { places[place] = index }
            servers.append(ServerEvidence(host: host, port: event.port, address: event.address, time: event.time))
            servers[index].verdict = lines
            servers[index].decisions = [event]
            servers[index].facts = judgement.facts
            servers[index].logs = logs
        }
        // The bundle leaves further servers out.
        guard index < EvidenceBundle.serverLimit else { return }
        switch judgement.observation {
        case .secure(let handshake, let chain): judge(index, handshake, chain)
        case .certificates(let chain): judge(index, nil, chain)
        case .cleartext, .noHandshake, nil: break
        }
    }

    private mutating func judge(_ index: Int, _ handshake: Handshake?, _ chain: ChainEvaluation) {
        servers[index].handshake = handshake
        servers[index].chain = chain
        let path = (chain.path.isEmpty ? chain.presented : chain.path).map(\.der)
        guard let leaf = path.first else { return }
        servers[index].secondOpinion = ServerEvidence.SecondOpinion(
            error: IndependentVerification.error(
                inPath: path, hasAnchor: chain.anchor != .none, at: servers[index].time),
            matchesHost: IndependentVerification.isCertificate(leaf, for: servers[index].host),
            stapleText: handshake?.certificateStatus.flatMap(IndependentVerification.text),
            helloOptions: handshake.flatMap { HelloCommand.options(for: $0.offer) },
            suite: handshake.flatMap { HelloCommand.name(of: $0.cipherSuite) })
    }

    /// Writes all files.
    func write() throws(CommandFailure) {
        try directory.write(EvidenceBundle(servers: servers, origin: origin, digest: Digest.sha256).files)
    }

    private static let decisionLimit = 200
}
