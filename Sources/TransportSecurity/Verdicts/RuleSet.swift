import InternetNames

/// The rules that judge a load, in the order of their findings.
public struct RuleSet: Sendable {
    /// The rules.
    public var rules: [any Rule]

    /// Creates a set of rules. An empty set finds nothing.
    public init(_ rules: [any Rule]) {
        self.rules = rules
    }

    /// The list of CT logs of the rule about transparency; nil if there is no such rule, or if it has no list.
    public var transparencyLogs: TransparencyLogList? {
        rules.lazy.compactMap { ($0 as? CertificateTransparency)?.logs }.first
    }

    /// All rules about servers. The rules about tunnels are in `tunnel`.
    ///
    /// - Parameters:
    ///   - logs: The known CT logs; without them, missing timestamps do not count as a violation.
    ///   - publicSuffixes: The public suffixes, directly below which no wildcard in a certificate is valid.
    public static func standard(
        logs: TransparencyLogList?, publicSuffixes: PublicSuffixes = PublicSuffixes()
    ) -> RuleSet {
        RuleSet([
            Cleartext(), MinimumTLSVersion(), PermittedCipherSuite(), ForwardSecrecy(), CompletedHandshake(),
            CertificateTrust(), CertificateValidity(), CertificateHostname(publicSuffixes: publicSuffixes),
            CertificateKeySize(), CertificateSignature(), CertificateUsage(), CertificateLifetime(),
            CertificateRevoked(), CertificateTransparency(logs: logs), CertificatePin(),
            NIAPCipherSuite(), NIAPSignature(), NIAPExtendedMasterSecret(),
        ])
    }
}

extension RuleSet {
    /// All rules about tunnels, in the order of their findings.
    public static let tunnel: [any TunnelRule] = [
        TunnelCleartext(), TunnelVersion(), TunnelCipherSuite(), TunnelServerName(), TunnelCertificate(),
    ]
}

extension Verdict {
    /// Creates the verdict on an observation, with the findings of all rules.
    ///
    /// - Parameters:
    ///   - observation: The result of the probe of the destination.
    ///   - requirements: The requirements of the policy for the destination.
    ///   - rules: The rules to evaluate, in order.
    ///   - time: The time of the load.
    ///   - waivers: The findings that become notes instead of violations or warnings.
    public init(
        of observation: Observation, under requirements: Requirements, by rules: RuleSet, at time: Instant,
        waiving waivers: [Waiver] = []
    ) {
        self.init(notes: requirements.notes)
        for rule in rules.rules {
            let id = type(of: rule).id
            switch rule.evaluate(observation, under: requirements, at: time) {
            case .notApplicable, .compliant:
                continue
            case .note(let text, let code), .undetermined(let text, let code):
                notes.append(Note(code, rule: id, text))
            case .violation(let finding):
                add(finding, under: requirements, waiving: waivers)
            case .unproven(let text, let code):
                leaveOpen(Note(code, rule: id, text), of: requirements.host, waiving: waivers)
            }
        }
        notes += Advice.notes(on: observation, under: requirements)
        if observation.chain?.misplacedLeaf != nil { blameOrder() }
    }

    /// Adds a finding to one of the lists. A waived finding becomes a note that says so. A failure of trust that the
    /// app may override becomes a warning. Any other finding is a violation.
    public mutating func add(_ finding: Finding, under requirements: Requirements, waiving waivers: [Waiver] = []) {
        if let waiver = waivers.first(where: { $0.covers(finding.rule, at: requirements.host) }) {
            notes.append(Note(.waived, rule: finding.rule, "Waived by --ignore \(waiver): \(finding.message)"))
        } else if requirements.trustIsOverridable, finding.rule.isAboutTrust {
            warnings.append(finding)
        } else {
            violations.append(finding)
        }
        shareError()
    }

    /// Gives all findings the error with which the load ends. The first failure decides on the error, and a handshake
    /// comes before the evaluation of its certificates. A finding of which an app sees nothing has no error.
    private mutating func shareError() {
        let findings = (violations + warnings).filter { $0.urlError != nil }
        guard let first = findings.first(where: { !$0.rule.isAboutTrust }) ?? findings.first else { return }
        for index in violations.indices { violations[index].takeError(of: first) }
        for index in warnings.indices { warnings[index].takeError(of: first) }
    }

    /// Sets the cause of all findings on trust to a reversed chain: another certificate than the server's was judged.
    mutating func blameOrder() {
        for index in violations.indices where violations[index].rule.isAboutTrust {
            violations[index].cause = .reversedChain
        }
        for index in warnings.indices { warnings[index].cause = .reversedChain }
    }

    /// Records a condition that was not proven. If its rule is waived, the condition is only a note and loads are
    /// permitted.
    private mutating func leaveOpen(_ note: Note, of host: Host, waiving waivers: [Waiver]) {
        if let rule = note.rule, let waiver = waivers.first(where: { $0.covers(rule, at: host) }) {
            notes.append(Note(.waived, rule: rule, "Waived by --ignore \(waiver): \(note.message)"))
        } else {
            unproven = note
            notes.append(note)
        }
    }
}
