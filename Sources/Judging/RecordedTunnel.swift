import Events
import InternetNames
import Recordings
import Traffic
import TransportSecurity

/// The recorded observation of a tunnel, by the bytes of client and server in it. `Replay` judges the tunnel again.
struct RecordedTunnel {
    /// The observation in the form that rules about tunnels use.
    let summary: TunnelSummary
    /// Whether the beginning of the tunnel is known. Recordings of earlier versions do not have it.
    let isWhole: Bool
    /// Whether Extended Master Secret was negotiated; nil if that was not visible.
    let extendedMasterSecret: Bool?
    /// SHA-256 of the server's certificate in hexadecimal; nil if the certificate was encrypted.
    let leaf: String?

    /// Creates the tunnel of an entry; nil if the entry's decision is not about a tunnel.
    init?(_ entry: TrafficEntry) {
        guard let tls = entry.decision.tls?.value, tls.source == .tunnel else { return nil }
        leaf = tls.certificates.first?.sha256
        extendedMasterSecret = tls.extendedMasterSecret
        isWhole = entry.decision.tunnel != nil
        summary = entry.decision.tunnel ?? TunnelSummary(.unreadable, agreement: Self.agreement(in: tls))
    }

    /// Whether the recorded hello may be that of a system. Both then have the same newest version.
    func mayHaveHello(of os: OSVersion) -> Bool {
        guard case .hello(let hello) = summary.opening, let newest = hello.versions.max() else { return false }
        return newest == (os.supportsTLS13 ? .tls1_3 : .tls1_2)
    }

    /// The version and the cipher suite of a summary; nil if one of them is not known.
    private static func agreement(in tls: TLSSummary) -> TunnelObservation.Agreement? {
        guard let version = tls.version, let suite = tls.cipher.flatMap(CipherSuite.init(named:)) else { return nil }
        return TunnelObservation.Agreement(versionCode: version.rawValue, cipherSuite: suite)
    }
}

extension CipherSuite {
    /// Creates the suite with a name such as `TLS_AES_128_GCM_SHA256` or `0x1A1A`; nil if the name is not in the table.
    fileprivate init?(named name: String) {
        if let suite = Self.byName[name] {
            self = suite
        } else if name.hasPrefix("0x"), let code = UInt16(name.dropFirst(2), radix: 16) {
            self.init(rawValue: code)
        } else {
            return nil
        }
    }

    private static let byName = Dictionary(
        CipherSuites.everything.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

extension Replay {
    /// The verdict on a recorded tunnel, by the same rules as on a live one.
    func verdict(
        on tunnel: RecordedTunnel, of entry: TrafficEntry, in facts: FactsStore, under requirements: Requirements,
        waiving waivers: [Waiver]
    ) -> Verdict {
        let answers = answers(for: entry, in: facts)
        var observation = TunnelObservation(
            tunnel.summary.opening, agreement: tunnel.summary.agreement, fault: tunnel.summary.fault)
        observation.isStrict = tunnel.summary.isStrict
        observation.opensWebSocket = entry.decision.scheme == .ws
        // Facts that were found after the tunnel was judged do not influence its verdict.
        if entry.decision.facts != nil {
            observation.probed = answers.flatMap { probed(by: $0, for: entry, in: facts, under: requirements) }
        }
        let presented = presented(in: tunnel, for: entry, among: answers, in: facts, under: requirements)
        observation.presented = presented.map {
            .secure($0, evaluation(of: $0, for: entry, in: facts, on: requirements.os))
        }
        var verdict = Verdict(of: observation, under: requirements, by: rules, at: entry.last, waiving: waivers)
        if !tunnel.isWhole, requirements.applies {
            for finding in Self.findingsOnBeginning(of: entry, under: requirements) {
                verdict.add(finding, under: requirements, waiving: waivers)
            }
        }
        if tunnel.leaf != nil, presented == nil {
            verdict.notes.append(Note(.notRecorded, Self.unknownCertificate(requirements.host)))
        }
        // Notes without a rule are about the reading of the tunnel and hold under every policy, except those on the
        // policy.
        verdict.notes += entry.decision.notes.filter { recorded in
            recorded.rule == nil && recorded.code != .policy
                && !verdict.notes.contains { $0.message == recorded.message }
        }
        return verdict
    }

    /// The recorded violations on the beginning of a tunnel. If the beginning is not in the recording, the tunnel
    /// cannot be judged for these rules again, and the recorded violations hold.
    private static func findingsOnBeginning(of entry: TrafficEntry, under requirements: Requirements) -> [Finding] {
        entry.decision.violations.filter { finding in
            finding.rule == .tunnelSNI || finding.rule == .tunnelCertificate
                || finding.rule == .tunnelCleartext && !requirements.allowsInsecureHTTPLoads
        }
    }

    /// Turns findings on the version and the cipher suite of a tunnel into notes if the recorded client sent the hello
    /// of another system than the judged one. The server may choose otherwise from the judged hello, as the probe
    /// shows.
    ///
    /// Findings stay if the client has a TLS stack of its own, which sends the same hello on all systems. Such a client
    /// names no system, or its hello is not that of the system that it names.
    ///
    /// - Returns: Whether there were such findings.
    func waiveAgreement(
        of tunnel: RecordedTunnel, in verdict: inout Verdict, of entry: TrafficEntry, under requirements: Requirements
    ) -> Bool {
        guard let clientOS = entry.decision.app?.os, entry.decision.policy?.value.os != requirements.os,
            clientOS.helloGeneration != requirements.os.helloGeneration, tunnel.mayHaveHello(of: clientOS)
        else { return false }
        let waived = verdict.violations.filter { $0.rule == .tunnelVersion || $0.rule == .tunnelCipher }
        verdict.violations.removeAll { waived.contains($0) }
        verdict.notes += waived.map { finding in
            Note(
                .otherHello, rule: finding.rule,
                "The recorded client sent the hello of \(clientOS), and got \(finding.actual). \(requirements.os) "
                    + "sends another one, for which the answer to the probe counts.")
        }
        return !waived.isEmpty
    }

    /// The observation of a probe with the hello of the judged system; nil if its result cannot be inferred.
    private func probed(
        by answers: RecordedAnswers, for entry: TrafficEntry, in facts: FactsStore, under requirements: Requirements
    ) -> Observation? {
        switch answers.probeResult(judging: Offer(judging: requirements)) {
        case .observed(let handshake):
            return .secure(handshake, evaluation(of: handshake, for: entry, in: facts, on: requirements.os))
        case .refused(let failure, _): return .noHandshake(failure)
        case .unknown: return nil
        }
    }

    /// The handshake in the tunnel, with the certificates that the facts about the server have for it. Nil if the
    /// certificate in the tunnel was encrypted, or is not in the facts.
    private func presented(
        in tunnel: RecordedTunnel, for entry: TrafficEntry, among answers: RecordedAnswers?, in facts: FactsStore,
        under requirements: Requirements
    ) -> Handshake? {
        guard let leaf = tunnel.leaf, let agreement = tunnel.summary.agreement, let version = agreement.version else {
            return nil
        }
        let handshakeWithSameLeaf = answers?.handshakes.first { handshake in
            let chain = evaluation(of: handshake, for: entry, in: facts, on: requirements.os)
            return chain.presented.first.map(CertificateSummary.init)?.sha256 == leaf
        }
        guard var handshake = handshakeWithSameLeaf else { return nil }
        handshake.offer = Offer(judging: requirements)
        handshake.version = version
        handshake.cipherSuite = agreement.cipherSuite
        handshake.signatureScheme = tunnel.summary.signatureScheme
        handshake.extendedMasterSecret = tunnel.extendedMasterSecret ?? handshake.extendedMasterSecret
        (handshake.isComplete, handshake.wasEndedByUs, handshake.isKeyProven) = (true, false, true)
        return handshake
    }

    private static func unknownCertificate(_ host: Host) -> String {
        "Undetermined: the certificate that the tunnel to \(host) showed is not in the recording."
    }
}
