extension Verdict {
    /// What the rules find of a tunnel: those about tunnels, and those about certificates of the chain that the server
    /// showed in it.
    ///
    /// - Parameters:
    ///   - tunnel: What was seen.
    ///   - requirements: What the policy demands of the host that CONNECT named.
    ///   - rules: The rules about servers, of which those that a client's own handshake can be held against are asked.
    ///   - time: The instant of the handshake.
    ///   - waivers: What becomes a note in place of a violation or a warning.
    public init(
        of tunnel: TunnelObservation, under requirements: Requirements, by rules: RuleSet, at time: Instant,
        waiving waivers: [Waiver] = []
    ) {
        self.init(notes: requirements.notes)
        for rule in RuleSet.tunnel {
            add(rule.evaluate(tunnel, under: requirements), of: type(of: rule).id, under: requirements, waivers)
        }
        // Most tunnels show no certificates, and leave these rules nothing to look at.
        guard tunnel.presented != nil || tunnel.isToServerWithoutTLS else { return }
        for rule in rules.rules {
            let id = type(of: rule).id
            if let outcome = tunnel.outcome(of: rule, under: requirements, at: time) {
                add(outcome, of: id, under: requirements, waivers)
            }
        }
    }

    private mutating func add(
        _ outcome: Outcome, of rule: RuleID, under requirements: Requirements, _ waivers: [Waiver]
    ) {
        switch outcome {
        case .notApplicable, .compliant: break
        // A client verifies the key of its server itself, so that nothing is unproven in a tunnel.
        case .remark(let text), .undetermined(let text), .unproven(let text): notes.append(Note(rule: rule, text))
        case .violation(let finding): add(finding, under: requirements, waiving: waivers)
        }
    }
}

extension TunnelObservation {
    /// What a rule about servers finds in the tunnel; nil for one that has no say here: what the client did is not the
    /// server's doing, and what both agreed on is for the rules about tunnels.
    fileprivate func outcome(of rule: any Rule, under requirements: Requirements, at time: Instant) -> Outcome? {
        let id = type(of: rule).id
        if id == .cleartext, isToServerWithoutTLS { return rule.evaluate(.cleartext, under: requirements, at: time) }
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
