import InternetNames

/// A requirement that a server meets, with the value that meets it.
///
/// Findings are about violated requirements. An auditor also needs those that held: which pin matched, which logs
/// count, how the handshake compares with the policy. Only rules that applied and were met have a confirmation.
public struct Confirmation: Hashable, Sendable {
    /// The rule that is met.
    public var rule: RuleID
    /// The way in which it is met, in one sentence.
    public var message: String

    /// The confirmations of all rules that an observation meets, in the order of the rules.
    public static func all(
        on observation: Observation, under requirements: Requirements, by rules: RuleSet, at time: Instant
    ) -> [Confirmation] {
        var violated: Set<RuleID> = []
        let all = rules.rules.compactMap { rule -> Confirmation? in
            switch rule.evaluate(observation, under: requirements, at: time) {
            case .notApplicable, .undetermined, .unproven: return nil
            case .violation:
                violated.insert(type(of: rule).id)
                return nil
            case .compliant, .note: break
            }
            let id = type(of: rule).id
            return sentence(for: id, observation, requirements, rule, time).map { Confirmation(rule: id, message: $0) }
        }
        // A suite without forward secrecy is judged only by the other rule. A path that fails may fail by its
        // signatures.
        return all.filter { held in
            !(held.rule == .tlsCipher && violated.contains(.tlsForwardSecrecy))
                && !(held.rule == .certificateSignature && violated.contains(.certificateTrust))
        }
    }

    private static func sentence(
        for id: RuleID, _ observation: Observation, _ requirements: Requirements, _ rule: any Rule, _ time: Instant
    ) -> String? {
        switch id {
        case .cleartext:
            return "The policy permits cleartext to \(requirements.host)."
        case .tlsVersion, .tlsCipher, .tlsForwardSecrecy, .tlsHandshake, .niapCipher, .niapExtendedMasterSecret:
            guard case .secure(let handshake, _) = observation else { return nil }
            return sentence(for: id, handshake, requirements)
        case .certificateTrust, .certificateValidity, .certificateHostname, .certificateKeySize,
            .certificateSignature, .certificateUsage, .certificateLifetime, .certificateRevoked, .certificatePin,
            .niapSignature:
            return observation.chain.flatMap { sentence(for: id, $0, requirements, time) }
        case .certificateTransparency:
            guard let logs = (rule as? CertificateTransparency)?.logs, let chain = observation.chain else { return nil }
            return transparency(of: chain, by: logs, time)
        case .tunnelCleartext, .tunnelVersion, .tunnelCipher, .tunnelSNI, .tunnelCertificate:
            return nil
        }
    }
}

// MARK: - The handshake

extension Confirmation {
    private static func sentence(
        for id: RuleID, _ handshake: Handshake, _ requirements: Requirements
    ) -> String? {
        let suite = handshake.cipherSuite.name
        switch id {
        case .tlsVersion:
            return "\(handshake.version.prose); the policy asks for \(requirements.minimumTLSVersion.prose) or later."
        case .tlsCipher:
            return "Cipher suite \(suite), which the policy permits."
        case .tlsForwardSecrecy:
            return "Forward secrecy, by a key exchange with \(handshake.groupOfSystem?.name ?? "a temporary key")."
        case .tlsHandshake:
            // Without a certificate there is no key to prove.
            return handshake.isKeyProven && !handshake.certificates.isEmpty && !handshake.cipherSuite.isAnonymous
                ? "The server proved that it has the key of its certificate." : nil
        case .niapCipher:
            return "NIAP's package FCP_v2.1 has the cipher suite \(suite)."
        case .niapExtendedMasterSecret:
            return handshake.version < .tls1_3
                ? "Extended Master Secret, which NIAP's package FCP_v2.1 demands."
                : "TLS 1.3, whose keys have what NIAP's package FCP_v2.1 demands of Extended Master Secret."
        case .cleartext, .certificateTrust, .certificateValidity, .certificateHostname, .certificateKeySize,
            .certificateSignature, .certificateUsage, .certificateLifetime, .certificateRevoked,
            .certificateTransparency, .certificatePin, .niapSignature, .tunnelCleartext, .tunnelVersion, .tunnelCipher,
            .tunnelSNI, .tunnelCertificate:
            return nil
        }
    }
}

// MARK: - The chain

extension Confirmation {
    private static func sentence(
        for id: RuleID, _ chain: ChainEvaluation, _ requirements: Requirements, _ time: Instant
    ) -> String? {
        guard let leaf = chain.leaf else { return nil }
        switch id {
        case .certificateTrust:
            return trust(in: chain)
        case .certificateValidity:
            let days = (leaf.notAfter.seconds - time.seconds) / 86_400
            let (start, end) = (leaf.notBefore, leaf.notAfter)
            return "The certificate is valid from \(start.shown(beside: end)) to \(end.shown(beside: start)), for "
                + (days == 0 ? "less than one more day." : "\(days) more day\(days == 1 ? "" : "s").")
        case .certificateHostname:
            return "The certificate is for \(requirements.host)."
        case .certificateKeySize:
            return "Keys: \(list(chain.judged.map(\.key.description)))."
        case .certificateSignature:
            let names = chain.belowAnchor.map(\.signature.name)
            return names.isEmpty ? nil : "Signatures: \(list(names))."
        case .certificateRevoked:
            return chain.revocation == .good ? "The stapled OCSP response says that the certificate is good." : nil
        case .certificatePin:
            return requirements.pins.flatMap { pins(matching: $0, in: chain, leaf) }
        case .niapSignature:
            return "NIAP's package FCP_v2.1 has the signatures of the handshake and of the certificate."
        case .cleartext, .tlsVersion, .tlsCipher, .tlsForwardSecrecy, .tlsHandshake, .certificateUsage,
            .certificateLifetime, .certificateTransparency, .niapCipher, .niapExtendedMasterSecret, .tunnelCleartext,
            .tunnelVersion, .tunnelCipher, .tunnelSNI, .tunnelCertificate:
            return nil
        }
    }

    private static func trust(in chain: ChainEvaluation) -> String? {
        guard let root = chain.path.last else { return nil }
        switch chain.anchor {
        case .system: return "The chain ends at \(root.title), a root of the system's trust store."
        case .user: return "The chain ends at \(root.title), an installed root (--ca-file)."
        case .none: return nil
        }
    }

    private static func pins(matching pins: PinnedIdentities, in chain: ChainEvaluation, _ leaf: Certificate) -> String?
    {
        var matches: [String] = []
        func add(_ key: String, _ certificate: Certificate) {
            matches.append("\(key) has the key of \(certificate.title), \(Base64.encode(certificate.publicKeySHA256))")
        }
        if pins.leaves?.contains(leaf.publicKeySHA256) == true { add(ATSKey.pinnedLeafIdentities, leaf) }
        if let authorities = pins.authorities {
            for certificate in chain.judged.dropFirst() where authorities.contains(certificate.publicKeySHA256) {
                add(ATSKey.pinnedCAIdentities, certificate)
            }
        }
        return matches.isEmpty ? nil : "A pin matches: \(matches.joined(separator: "; "))."
    }

    /// The logs that count, by name.
    private static func transparency(
        of chain: ChainEvaluation, by logs: TransparencyLogList, _ time: Instant
    ) -> String? {
        guard let leaf = chain.leaf else { return nil }
        let evidence = TransparencyEvidence(chain.timestamps, for: leaf, by: logs, at: time)
        let inside = evidence.countedInside(at: time)
        let required = SCTRequirement(of: leaf).embedded
        let counted = inside.count >= required ? inside : Array(evidence.current.keys)
        guard !counted.isEmpty else { return nil }
        return "Certificate Transparency: the timestamps of these logs count: "
            + "\(counted.map(\.name).sorted().joined(separator: ", "))."
    }

    /// The values without repetition, in order.
    private static func list(_ values: [String]) -> String {
        values.distinct.joined(separator: ", ")
    }
}
