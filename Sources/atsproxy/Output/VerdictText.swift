import InternetNames
import Recording
import TransportSecurity

/// A verdict for readers: the decision, the observation, and each finding with its source and remedy.
struct VerdictText {
    private let citations: [RuleID: Citation]
    private let usesColour: Bool

    /// Creates text with the citations of the rules.
    init(rules: RuleSet, usesColour: Bool) {
        citations = Dictionary(
            rules.rules.map { (type(of: $0).id, type(of: $0).citation) }, uniquingKeysWith: { first, _ in first })
        self.usesColour = usesColour
    }

    /// The lines about a verdict, without line feeds.
    func lines(of event: DecisionEvent, about subject: String) -> [String] {
        var lines = ["\(headline(event))  \(Terminal.visible(subject))"]
        if let error = event.error {
            lines += Self.row(event.tls == nil ? "network" : "unproven", [error.message])
        }
        if let policy = event.policy { lines += Self.row("policy", [Self.summary(policy.value)]) }
        if let tls = event.tls { lines += Self.rows(tls.value, at: event.address) }
        for violation in event.violations { lines += rows("violation", violation) }
        for warning in event.warnings { lines += rows("warning", warning) }
        for note in event.notes { lines += Self.row("note", [note.message]) }
        return lines
    }

    private func headline(_ event: DecisionEvent) -> String {
        var findings: [String] = []
        for finding in event.violations + event.warnings where !findings.contains(finding.rule.rawValue) {
            findings.append(finding.rule.rawValue)
        }
        let rules = findings.isEmpty ? "" : " (\(findings.joined(separator: ", ")))"
        switch event.decision {
        case .allowed where !event.warnings.isEmpty: return coloured("FAILS unless the app overrides", 33) + rules
        case .allowed: return coloured("ALLOWED", 32)
        case .blocked, .wouldBlock: return coloured("BLOCKED", 31) + rules
        case .failed: return coloured("NOT PROBED", 33)
        }
    }

    private func coloured(_ word: String, _ colour: Int) -> String {
        usesColour ? "\u{1B}[1;\(colour)m\(word)\u{1B}[0m" : word
    }
}

// MARK: - Findings

extension VerdictText {
    private func rows(_ label: String, _ finding: Finding) -> [String] {
        var lines = ["\(finding.rule.rawValue): \(finding.message)"]
        lines += ["expected: \(finding.expected)", "actual:   \(finding.actual)"]
        if let code = finding.urlError {
            let status = finding.status.map { $0 == code ? "" : " (\($0))" } ?? ""
            lines.append("an app sees: \(code)\(status) \(finding.urlErrorText ?? "")")
        }
        if let citation = citations[finding.rule] { lines.append("see: \(citation.document), \(citation.section)") }
        lines.append(Self.help(finding))
        return Self.row(label, lines)
    }

    private static func help(_ finding: Finding) -> String {
        guard let exception = finding.exception else { return "what helps: no exception; change the server" }
        let consequence = exception.overridable == true ? "leaves it to the app" : "permits it"
        return "what helps: change the server; \(exception) under NSExceptionDomains \(consequence)"
    }
}

// MARK: - Facts

extension VerdictText {
    private static func summary(_ policy: PolicySummary) -> String {
        let place = policy.matched.map { " \($0)" } ?? ""
        let head = "\(policy.source ?? "defaults"), \(policy.os): "
        guard policy.applies else { return head + "ATS does not apply (\(policy.reason.rawValue)\(place))" }
        var demands = ["\(policy.minimumTLSVersion?.prose ?? "TLS") or later"]
        if policy.requiresForwardSecrecy == true { demands.append("forward secrecy") }
        if policy.requiresCertificateTransparency == true { demands.append("Certificate Transparency") }
        if policy.allowsInsecureHTTPLoads == true { demands.append("cleartext permitted, trust left to the app") }
        return head + demands.joined(separator: ", ") + " (\(policy.reason.rawValue)\(place))"
    }

    private static func rows(_ tls: TLSSummary, at address: IPAddress?) -> [String] {
        var lines: [String] = []
        let agreed = [address?.description, tls.version?.prose, tls.cipher, tls.group, tls.alpn].compactMap { $0 }
        if tls.version != nil {
            var evidence = [tls.extendedMasterSecret == true ? "Extended Master Secret" : "no Extended Master Secret"]
            evidence.append(tls.ocspStapled == true ? "OCSP staple" : "no OCSP staple")
            evidence.append("\(tls.scts ?? 0) SCTs")
            let hello = tls.offer.map { "; answered the hello \($0)" } ?? ""
            lines += row("tls", [agreed.joined(separator: ", "), evidence.joined(separator: ", ") + hello])
        }
        for certificate in tls.certificates.prefix(certificateLimit) {
            lines += row(
                "certificate",
                [
                    certificate.subject.isEmpty ? "(no subject)" : certificate.subject,
                    "\(certificate.key), \(certificate.signature), \(certificate.notBefore.date) to "
                        + "\(certificate.notAfter.date), by \(certificate.issuer)", "pin \(certificate.spki)",
                ])
        }
        let hidden = tls.certificates.count - certificateLimit
        if hidden > 0 { lines += row("certificate", ["\(hidden) more"]) }
        return lines + row("anchor", [anchor(tls.anchor)])
    }

    private static func anchor(_ anchor: ChainEvaluation.Anchor?) -> String {
        switch anchor {
        case .system: return "a root of the system's trust store"
        case .user: return "an installed root (--ca-file)"
        case .some(.none), nil: return "none that is trusted"
        }
    }

    /// The lines with a label before the first, indented alike.
    private static func row(_ label: String, _ lines: [String]) -> [String] {
        lines.enumerated().map { index, line in
            let head = index == 0 ? label : ""
            return "  " + head + String(repeating: " ", count: max(1, 13 - head.count)) + Terminal.visible(line)
        }
    }

    private static let certificateLimit = 10
}
