import Documents
import DeviceManagement
import Events
import InternetNames
import Reports
import StandardStreams
import TransportSecurity

/// The text of a verdict: the answer in one line, then the reasons, the fixes, the confirmations, and the details.
package struct VerdictText {
    private let citations: [RuleID: Citation]
    private let usesColour: Bool
    private let text: LabelledText

    /// Creates the text with the citations of the rules.
    ///
    /// - Parameter width: The number of columns of the terminal; nil for no limit.
    package init(rules: RuleSet, usesColour: Bool, width: Int?) {
        citations = Dictionary(
            rules.rules.map { (type(of: $0).id, type(of: $0).citation) }, uniquingKeysWith: { first, _ in first })
        self.usesColour = usesColour
        text = LabelledText(width: width)
    }

    /// The lines about a verdict, without line feeds.
    package func lines(
        of serverVerdict: CheckResult.ServerVerdict, about subject: String, usedBy uses: [ManagementUse] = []
    ) -> [String] {
        let answer = CheckAnswer(serverVerdict)
        var lines = text.paragraph("\(subject): \(answer.sentence)")
        lines[0] = coloured(lines[0], after: "\(Terminal.visible(subject)): ", in: answer.tone)
        lines += reasons(of: serverVerdict)
        for use in uses { lines += text.row("used by", [use.sentence]) }
        return lines + details(of: serverVerdict)
    }

    /// The lines about the reasons and the fixes.
    package func reasons(of serverVerdict: CheckResult.ServerVerdict) -> [String] {
        let event = serverVerdict.event
        let isOfSystem = event.isOfSystemProcesses
        // All findings of a load have the same error, which is shown once. Apple's own processes show none.
        var showsError = !isOfSystem
        var lines: [String] = []
        for (index, finding) in (event.violations + event.warnings).enumerated() {
            let isWarning = index >= event.violations.count
            let mayExceedSystem = isOfSystem && finding.rule.mayExceedSystem
            // Apple's own processes leave no failure of trust to an app, and a warning is a reason for them.
            let isReason = isOfSystem ? isWarning || !mayExceedSystem : !isWarning
            lines += rows(
                labelled: isReason ? "why" : "warning", about: finding, showsError: showsError,
                mayExceedSystem: mayExceedSystem)
            if finding.urlError != nil { showsError = false }
        }
        return lines + fixes(serverVerdict)
    }

    /// The lines about confirmations, notes, and facts.
    func details(of serverVerdict: CheckResult.ServerVerdict) -> [String] {
        let event = serverVerdict.event
        let renewal = serverVerdict.renewal ?? serverVerdict.earlyRenewal
        var lines = renewal.map { text.row("renew", [$0.sentence(at: event.time)]) } ?? []
        lines += serverVerdict.confirmations.flatMap { text.row("held", [$0.message]) }
        for note in event.notes { lines += text.row("note", [note.message]) }
        if let policy = event.policy { lines += text.row("policy", [Self.summary(policy.value)]) }
        if let tls = event.tls { lines += rows(tls.value, at: event.address) }
        return lines
    }

    /// The line with a colour for its part after `head`.
    private func coloured(_ line: String, after head: String, in tone: Document.Tone) -> String {
        guard usesColour, let colour = tone.colour, line.hasPrefix(head) else { return line }
        return "\(head)\u{1B}[1;\(colour)m\(line.dropFirst(head.count))\u{1B}[0m"
    }
}

// MARK: - Findings

extension VerdictText {
    /// The lines about a finding, of which the first begins with a label.
    private func rows(
        labelled label: String, about finding: Finding, showsError: Bool, mayExceedSystem: Bool
    ) -> [String] {
        var lines = ["\(finding.message) (\(finding.rule.rawValue))"]
        lines += ["expected: \(finding.expected)", "actual:   \(finding.actual)"]
        if showsError, let code = finding.urlError {
            let status = finding.status.map { $0 == code ? "" : " (\($0))" } ?? ""
            lines.append("an app sees: \(code)\(status) \(finding.urlErrorText ?? "")")
        }
        if mayExceedSystem { lines.append(RuleID.mayExceedSystemSentence) }
        if let citation = citations[finding.rule] { lines.append("see: \(citation.document), \(citation.section)") }
        return text.row(label, lines)
    }

    /// The lines about the changes of the server, and the exception that permits the load.
    private func fixes(_ serverVerdict: CheckResult.ServerVerdict) -> [String] {
        let event = serverVerdict.event
        var sentences = (event.violations + event.warnings).map { ServerFix(for: $0).sentence }.distinct
        guard !sentences.isEmpty else { return [] }
        if !event.violations.isEmpty, !event.isOfSystemProcesses {
            sentences.append(Self.consequence(of: serverVerdict.exception))
        }
        return text.row("fix", sentences)
    }

    /// The effect of an exception. Only one under which the load succeeds is a fix.
    private static func consequence(of exception: SuggestedException?) -> String {
        guard let exception else { return "No exception in the app helps." }
        switch exception.effect {
        case .suffices: return "Without a change of the server, this exception in the app permits it: \(exception.line)"
        case .leftToApp:
            return
                "No exception makes the load succeed; with this one it fails unless the app accepts it: \(exception.line)"
        case .unknown: return "No exception is known to make the load succeed."
        }
    }
}

// MARK: - Facts

extension VerdictText {
    /// The policy and its demands in one line.
    private static func summary(_ policy: PolicySummary) -> String {
        let matchedKey = policy.matched.map { " \($0)" } ?? ""
        let source = policy.os.isOfSystemProcesses ? "" : "\(policy.source ?? "defaults"), "
        let head = "\(source)\(policy.os): "
        guard policy.applies else { return head + "ATS does not apply (\(policy.reason.rawValue)\(matchedKey))" }
        var demands = ["\(policy.minimumTLSVersion?.prose ?? "TLS") or later"]
        if policy.requiresForwardSecrecy == true { demands.append("forward secrecy") }
        if policy.requiresCertificateTransparency == true { demands.append("Certificate Transparency") }
        if policy.allowsInsecureHTTPLoads == true {
            demands.append("cleartext permitted, failures of trust fail unless the app accepts them")
        }
        return head + demands.joined(separator: ", ") + " (\(policy.reason.rawValue)\(matchedKey))"
    }

    /// The lines about the handshake, the certificates and their root.
    private func rows(_ tls: TLSSummary, at address: IPAddress?) -> [String] {
        var lines: [String] = []
        if tls.version != nil { lines += text.row("tls", Self.handshake(tls, at: address)) }
        for certificate in tls.certificates.prefix(Self.certificateLimit) {
            lines += text.row(
                "certificate",
                [
                    certificate.subject.isEmpty ? "(no subject)" : certificate.subject,
                    "\(certificate.key), \(certificate.signature), "
                        + "\(certificate.notBefore.shown(beside: certificate.notAfter)) to "
                        + "\(certificate.notAfter.shown(beside: certificate.notBefore)), by \(certificate.issuer)",
                    "pin \(certificate.spki)",
                ])
        }
        let hidden = tls.certificates.count - Self.certificateLimit
        if hidden > 0 { lines += text.row("certificate", ["\(hidden) more"]) }
        return lines + text.row("anchor", [Self.anchor(tls.anchor)])
    }

    /// The agreed parameters, the evidence that the server sent, and the key exchange that it prefers.
    private static func handshake(_ tls: TLSSummary, at address: IPAddress?) -> [String] {
        let agreed = [address?.description, tls.version?.prose, tls.cipher, tls.group, tls.alpn].compactMap(\.self)
        var evidence: [String] = []
        if let secret = tls.extendedMasterSecret {
            evidence.append(secret ? "Extended Master Secret" : "no Extended Master Secret")
        }
        evidence.append(tls.ocspStapled == true ? "OCSP staple" : "no OCSP staple")
        let count = tls.scts ?? 0
        evidence.append("\(count) SCT\(count == 1 ? "" : "s")")
        let hello = tls.offer.map { "; answered the hello \($0)" } ?? ""
        var rows = [agreed.joined(separator: ", "), evidence.joined(separator: ", ") + hello]
        if let postQuantum = tls.postQuantum { rows.append("post-quantum key exchange: \(postQuantum)") }
        return rows
    }

    private static func anchor(_ anchor: ChainEvaluation.Anchor?) -> String {
        switch anchor {
        case .system: return "a root of the system's trust store"
        case .user: return "an installed root (--ca-file)"
        case .some(.none), nil: return "none that is trusted"
        }
    }

    private static let certificateLimit = 10
}
