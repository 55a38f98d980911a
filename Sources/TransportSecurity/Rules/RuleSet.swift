import InternetNames

/// The rules that a load is judged by, in the order in which findings are listed.
public struct RuleSet: Sendable {
    /// The rules.
    public var rules: [any Rule]

    /// A set of those rules. Without any, nothing is ever found.
    public init(_ rules: [any Rule]) {
        self.rules = rules
    }

    /// Every rule about a server. Those about what goes through a tunnel are asked by whoever watches it.
    ///
    /// - Parameters:
    ///   - logs: The CT logs to believe; without them nothing is refused for want of timestamps.
    ///   - publicSuffixes: Where registrations begin, which bounds wildcards in certificates.
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

extension Verdict {
    /// What those rules find of an observation: every finding, never only the first.
    ///
    /// - Parameters:
    ///   - observation: What was found out about the destination.
    ///   - requirements: What the policy demands of it.
    ///   - rules: The rules to ask, in order.
    ///   - time: The instant of the load.
    ///   - waivers: What becomes a note in place of a violation or a warning.
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
            case .remark(let text), .undetermined(let text):
                notes.append(Note(rule: id, text))
            case .violation(let finding):
                add(finding, under: requirements, waiving: waivers)
            case .unproven(let text):
                leaveOpen(Note(rule: id, text), of: requirements.host, waiving: waivers)
            }
        }
        notes += Advice.notes(on: observation, under: requirements)
    }

    /// Puts a finding where it belongs: waived, it is a note that says so; where the app may override trust, a
    /// failure of it is a warning; all else violates.
    public mutating func add(_ finding: Finding, under requirements: Requirements, waiving waivers: [Waiver] = []) {
        if let waiver = waivers.first(where: { $0.covers(finding.rule, at: requirements.host) }) {
            notes.append(Note(rule: finding.rule, "Waived by --ignore \(waiver): \(finding.message)"))
        } else if requirements.trustIsOverridable, finding.rule.isAboutTrust {
            warnings.append(finding)
        } else {
            violations.append(finding)
        }
    }

    /// Notes what was not proven; whoever waives the rule permits loads all the same.
    private mutating func leaveOpen(_ note: Note, of host: Host, waiving waivers: [Waiver]) {
        if let rule = note.rule, let waiver = waivers.first(where: { $0.covers(rule, at: host) }) {
            notes.append(Note(rule: rule, "Waived by --ignore \(waiver): \(note.message)"))
        } else {
            unproven = note
            notes.append(note)
        }
    }
}

extension RuleID {
    /// Whether the rule is a part of the evaluation of trust, which a policy may leave to the app.
    public var isAboutTrust: Bool {
        rawValue.hasPrefix("certificate.")
    }
}
