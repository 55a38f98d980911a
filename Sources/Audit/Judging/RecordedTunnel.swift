import Recording
import TransportSecurity

/// What a recording tells of the bytes that passed in a tunnel: less than was seen live, and nothing that was not.
struct RecordedTunnel {
    /// What client and server agreed on; nil where no answer of the server was read, or its suite is not known here.
    let agreement: TunnelObservation.Agreement?
    /// What went through the tunnel in place of TLS; nil where it was TLS.
    let cleartext: TunnelObservation.Opening?
    /// SHA-256 of the server's certificate in hexadecimal; nil where it was not in the clear.
    let leaf: String?

    /// The tunnel of those loads; nil where their decision is not about what passed in one.
    init?(_ entry: TrafficEntry) {
        guard let tls = entry.decision.tls, tls.source == .tunnel else { return nil }
        leaf = tls.certificates.first?.sha256
        if let version = tls.version, let suite = tls.cipher.flatMap(CipherSuite.init(named:)) {
            agreement = TunnelObservation.Agreement(versionCode: version.rawValue, cipherSuite: suite)
        } else {
            agreement = nil
        }
        cleartext = Self.cleartext(in: entry)
    }

    /// What was sent stands only in the words of the finding, or of the remark where cleartext was permitted.
    private static func cleartext(in entry: TrafficEntry) -> TunnelObservation.Opening? {
        let decision = entry.decision
        let finding = decision.violations.first { $0.rule == .tunnelCleartext }
        let remark = decision.notes.first { $0.rule == .tunnelCleartext }
        guard finding != nil || remark != nil || entry.isCleartext == true else { return nil }
        let suffix = " in cleartext"
        let actual = finding?.actual ?? ""
        let content = actual.hasSuffix(suffix) ? String(actual.dropLast(suffix.count)) : "something that is no TLS"
        let words = finding?.message ?? remark?.message ?? ""
        return words.contains(" spoke first in the tunnel") ? .serverSpokeFirst(content) : .cleartext(content)
    }
}

extension CipherSuite {
    /// The suite of that name, `TLS_AES_128_GCM_SHA256` or `0x1A1A`; nil for a name that is not in our table.
    fileprivate init?(named name: String) {
        if let known = Self.byName[name] {
            self = known
        } else if name.hasPrefix("0x"), let code = UInt16(name.dropFirst(2), radix: 16) {
            self.init(rawValue: code)
        } else {
            return nil
        }
    }

    private static let byName = Dictionary(
        CipherSuites.everything.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

extension Retrial {
    /// The verdict on what passed in a tunnel.
    ///
    /// The rules for version, suite and cleartext judge anew. The name that the client asked for is not recorded: that
    /// it was another one stands wherever ATS applies. Certificates that the tunnel showed are judged where they are
    /// those of the facts.
    func verdict(
        on tunnel: RecordedTunnel, of entry: TrafficEntry, _ facts: FactsStore, under requirements: Requirements,
        _ waivers: [Waiver]
    ) -> Verdict {
        var verdict = Verdict(notes: entry.decision.notes)
        let answers = answers(for: entry, facts)
        var observation = TunnelObservation(tunnel.cleartext ?? .unreadable, agreement: tunnel.agreement)
        if case .refused(let failure, _) = answers?.finding(judging: Offer(judging: requirements)) {
            observation.assessed = .unexaminable(failure)
        }
        var findings = RuleSet.tunnel.compactMap { rule in
            if case .violation(let finding) = rule.evaluate(observation, under: requirements) {
                entry.recorded(finding)
            } else {
                nil
            }
        }
        if requirements.applies {
            findings += entry.decision.violations.filter { $0.rule == .tunnelSNI }
        }
        if tunnel.cleartext != nil, observation.assessed == .unexaminable(.notTLS) {
            findings += self.findings(of: .cleartext, under: requirements, at: entry.last) { $0 == .cleartext }
        }
        if let leaf = tunnel.leaf {
            findings += certificateFindings(leaf, answers, of: entry, under: requirements, &verdict)
        }
        for finding in findings { verdict.add(finding, under: requirements, waiving: waivers) }
        return verdict
    }

    private func certificateFindings(
        _ leaf: String, _ answers: RecordedAnswers?, of entry: TrafficEntry, under requirements: Requirements,
        _ verdict: inout Verdict
    ) -> [Finding] {
        for handshake in answers?.handshakes ?? [] {
            let chain = evaluation(of: handshake, at: entry.last)
            guard chain.presented.first.map(CertificateSummary.init)?.sha256 == leaf else { continue }
            let found = findings(of: .secure(handshake, chain), under: requirements, at: entry.last) { rule in
                rule.isAboutTrust
            }
            // Timestamps that came with the client's own handshake are not recorded.
            return found.filter { finding in
                finding.rule != .certificateTransparency
                    || (entry.decision.violations + entry.decision.warnings).contains { $0.rule == finding.rule }
            }.map(entry.recorded)
        }
        verdict.notes.append(
            Note(
                "Undetermined: the certificate that the tunnel to \(requirements.host) showed is not in the recording.")
        )
        return []
    }

    private func findings(
        of observation: Observation, under requirements: Requirements, at time: Instant, where isAsked: (RuleID) -> Bool
    ) -> [Finding] {
        rules.rules.filter { isAsked(type(of: $0).id) }.compactMap { rule in
            if case .violation(let finding) = rule.evaluate(observation, under: requirements, at: time) {
                finding
            } else {
                nil
            }
        }
    }
}

extension TrafficEntry {
    /// The finding in the words of the live one, which knew more of the cause, where that found the same.
    fileprivate func recorded(_ finding: Finding) -> Finding {
        (decision.violations + decision.warnings).first { live in
            (live.rule, live.expected, live.actual) == (finding.rule, finding.expected, finding.actual)
                && live.exception == finding.exception
        } ?? finding
    }
}
