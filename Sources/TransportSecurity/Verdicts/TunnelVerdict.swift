extension Verdict {
    /// Creates the verdict on a tunnel, from the rules about tunnels and from the certificate rules that apply to the
    /// chain in the tunnel.
    ///
    /// - Parameters:
    ///   - tunnel: The observation of the tunnel.
    ///   - requirements: The requirements of the policy for the host in CONNECT.
    ///   - rules: The rules about servers. Only those that can be applied to a client's own handshake are evaluated.
    ///   - time: The time of the handshake.
    ///   - waivers: The findings that become notes instead of violations or warnings.
    public init(
        of tunnel: TunnelObservation, under requirements: Requirements, by rules: RuleSet, at time: Instant,
        waiving waivers: [Waiver] = []
    ) {
        self.init(notes: requirements.notes)
        for rule in RuleSet.tunnel {
            add(rule.evaluate(tunnel, under: requirements), of: type(of: rule).id, under: requirements, waivers)
        }
        // Most tunnels show no certificates. The rules about servers then have nothing to evaluate.
        guard tunnel.presented != nil || tunnel.isToServerWithoutTLS else { return }
        for rule in rules.rules {
            let id = type(of: rule).id
            if let outcome = tunnel.outcome(of: rule, under: requirements, at: time) {
                add(outcome, of: id, under: requirements, waivers)
            }
        }
        if tunnel.presented?.chain?.misplacedLeaf != nil { blameOrder() }
    }

    private mutating func add(
        _ outcome: Outcome, of rule: RuleID, under requirements: Requirements, _ waivers: [Waiver]
    ) {
        switch outcome {
        case .notApplicable, .compliant: break
        case .note(let text, let code): notes.append(Note(code, rule: rule, text))
        // The client itself verifies the key of its server. No rule that is evaluated here is therefore unproven.
        case .undetermined(let text, let code), .unproven(let text, let code):
            notes.append(Note(code, rule: rule, text))
        case .violation(let finding): add(finding, under: requirements, waiving: waivers)
        }
    }
}

extension TunnelObservation {
    /// The outcome of a rule about servers for the tunnel; nil if the rule does not apply here. The client's messages
    /// are not the server's fault, and the rules about tunnels judge the negotiated parameters.
    fileprivate func outcome(of rule: any Rule, under requirements: Requirements, at time: Instant) -> Outcome? {
        let id = type(of: rule).id
        if id == .cleartext, isToServerWithoutTLS {
            return rule.evaluate(.cleartext(opensWebSocket ? .ws : .http), under: requirements, at: time)
        }
        guard let presented, id.isAboutTrust || id == .niapSignature || id == .niapExtendedMasterSecret else {
            return nil
        }
        let outcome = rule.evaluate(presented, under: requirements, at: time)
        switch (id, outcome) {
        case (.certificateTransparency, .violation) where hello?.asksForTimestamps != true:
            return .undetermined(
                "Certificate Transparency of \(requirements.host) is not known: the certificate has too few timestamps "
                    + "embedded, and the client asked for no others.")
        case (.certificateRevoked, .undetermined) where hello?.asksForStaple != true:
            return .undetermined(
                "Whether the certificate of \(requirements.host) is revoked is not known: the client asked for no "
                    + "stapled OCSP response.")
        case (_, _):
            return outcome
        }
    }
}
