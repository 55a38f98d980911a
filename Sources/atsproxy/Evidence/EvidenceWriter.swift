import DataFiles
import DataInUse
import Events
import Evidence
import InternetNames
import Judging
import OpenSSL
import Recording
import Recordings
import ServerChecks
import Settings
import TransportSecurity

/// Collects evidence about servers and chains during a command, and writes it into the directory of `--evidence` at the
/// end.
struct EvidenceWriter {
    private let directory: EvidenceDirectory
    private let origin: EvidenceOrigin
    /// The CT logs, by log ID.
    private let logs: [[UInt8]: TransparencyLogList.Log]
    /// The form of verdicts for readers.
    private let text: VerdictText
    /// The upstream proxy through which servers were reached; nil without one.
    private let upstreamProxy: Authority?
    private var servers: [ServerEvidence] = []
    /// The number of verdicts in the text of each server.
    private var shown: [Int] = []
    /// The indices in `servers`, by destination and address. Servers without a port are not in it.
    private var indices: [ServerKey: Int] = [:]

    private struct ServerKey: Hashable {
        var host: Host
        var port: UInt16
        var address: IPAddress?

        /// Creates the key of a decision's server; nil if it has no host or port.
        init?(_ event: DecisionEvent) {
            guard let host = event.host, let port = event.port else { return nil }
            (self.host, self.port, address) = (host, port, event.address)
        }
    }

    /// Creates a writer for a directory, which must be new or empty.
    init(
        to path: String, trust: TrustOptions, rules: RuleSet, recordings: [String] = [],
        upstreamProxy: Authority? = nil
    ) throws(CommandFailure) {
        self.upstreamProxy = upstreamProxy
        directory = try EvidenceDirectory(path)
        origin = EvidenceOrigin(
            program: ServerVersion.number, openSSL: OpenSSLVersion.text, data: try trust.dataFiles(),
            recordings: recordings)
        logs = rules.transparencyLogs?.logs ?? [:]
        text = VerdictText(rules: rules, usesColour: false, width: nil)
    }

    /// Adds a verdict with its events. Verdicts of the same server are in one folder.
    mutating func add(_ serverVerdict: CheckResult.ServerVerdict, about subject: String) {
        guard let index = show(serverVerdict, about: subject) else { return }
        servers[index].events.add(serverVerdict.event, facts: serverVerdict.facts, under: serverVerdict.policy)
    }

    /// Adds the events from which an entry of recorded traffic can be judged again, to the server of the entry or of
    /// the first decisions on its loads.
    mutating func add(
        _ judged: JudgedEntry, after first: JudgedEntry?, from traffic: RecordedTraffic, under policy: PolicyEvent?
    ) {
        guard let index = ServerKey((first ?? judged).entry.decision).flatMap({ indices[$0] }) else { return }
        servers[index].events.add(judged, after: first, from: traffic, under: policy)
    }

    /// Adds a verdict to the text of its server, without its events. Returns the index of the server; nil without a
    /// host.
    @discardableResult
    mutating func show(_ serverVerdict: CheckResult.ServerVerdict, about subject: String) -> Int? {
        let event = serverVerdict.event
        guard let host = event.host else { return nil }
        let lines = text.lines(of: serverVerdict, about: subject)
        let key = ServerKey(event)
        let knownIndex = key.flatMap { indices[$0] }
        let index = knownIndex ?? servers.count
        if knownIndex == nil {
            if let key { indices[key] = index }
            servers.append(ServerEvidence(host: host, port: event.port, address: event.address, time: event.time))
            shown.append(0)
            servers[index].logs = logs
        }
        if shown[index] < Self.shownLimit {
            servers[index].verdict += (shown[index] == 0 ? [] : [""]) + lines
            servers[index].addOpenPoints(of: event.notes)
            shown[index] += 1
        }
        if knownIndex == nil { servers[index].route = route(event) }
        if servers[index].refusals.isEmpty { servers[index].refusals = Self.refusals(in: serverVerdict.facts) }
        // The bundle leaves servers beyond the limit out.
        guard servers[index].chain == nil, index < EvidenceBundle.serverLimit else { return index }
        switch serverVerdict.observation {
        case .secure(let handshake, let chain): addChain(chain, of: handshake, toServerAt: index)
        case .certificates(let chain): addChain(chain, of: nil, toServerAt: index)
        case .cleartext, .noHandshake, nil: break
        }
        return index
    }

    /// The route to the server of a decision. A recording does not have the port of an upstream proxy.
    private func route(_ event: DecisionEvent) -> ServerEvidence.Route {
        guard event.route == .upstream else { return .direct }
        return upstreamProxy.map { .through($0.description) } ?? .throughUnknownProxy
    }

    private static func refusals(in facts: [FactsEvent]) -> [ServerEvidence.Refusal] {
        facts.prefix(1).flatMap(\.attempts).compactMap { attempt in
            switch attempt.result {
            case .success: return nil
            case .failure:
                return HelloCommand.options(for: attempt.offer)
                    .map { ServerEvidence.Refusal(name: attempt.offer.name, helloOptions: $0) }
            }
        }
    }

    /// Adds a chain with the second opinion of OpenSSL on it.
    private mutating func addChain(_ chain: ChainEvaluation, of handshake: Handshake?, toServerAt index: Int) {
        servers[index].handshake = handshake
        servers[index].chain = chain
        let path = (chain.path.isEmpty ? chain.presented : chain.path).map(\.der)
        guard !path.isEmpty else { return }
        servers[index].verification = ServerEvidence.Verification(
            error: IndependentVerification.error(
                inPath: path, hasAnchor: chain.anchor != .none, at: servers[index].time),
            stapleText: handshake?.certificateStatus.flatMap(IndependentVerification.text),
            helloOptions: handshake.flatMap { HelloCommand.options(for: $0.offer) },
            suite: handshake.flatMap { HelloCommand.name(of: $0.cipherSuite) })
    }

    /// Writes all files.
    func write() throws(CommandFailure) {
        try directory.write(EvidenceBundle(servers: servers, origin: origin, digest: Digest.sha256).files)
    }

    /// The largest number of verdicts in the text of one server.
    private static let shownLimit = 200
}

extension TrustOptions {
    /// The files that verdicts are based on, the shipped and updated ones included.
    func dataFiles() throws(CommandFailure) -> [EvidenceOrigin.DataFile] {
        typealias File = EvidenceOrigin.DataFile
        var files: [File] = []
        if let roots = text(SettingTable.roots) {
            files.append(File(kind: "roots", name: roots, bytes: try InputFile(roots).bytes()))
        } else {
            files.append(Self.current(.roots, as: "roots"))
        }
        for name in [SettingTable.certificateFiles.name, SettingTable.revocationLists.name] {
            for path in layer.texts[name, default: []].map(\.value) {
                files.append(File(kind: name, name: path, bytes: try InputFile(path).bytes()))
            }
        }
        if let logList = text(SettingTable.logList) {
            files.append(File(kind: "ct-log-list", name: logList, bytes: try InputFile(logList).bytes()))
        } else {
            files.append(Self.current(.logList, as: "ct-log-list"))
        }
        files.append(Self.current(.publicSuffixes, as: "public-suffix-list"))
        return files
    }

    private static func current(_ kind: DataFileKind, as name: String) -> EvidenceOrigin.DataFile {
        let choice = CurrentData.choice(kind)
        let origin =
            switch choice.origin {
            case .shipped: "shipped"
            case .updated: "updated"
            }
        return EvidenceOrigin.DataFile(
            kind: name, name: "\(origin) \(kind.fileName)", date: choice.date?.date ?? "unknown", bytes: choice.bytes)
    }
}
