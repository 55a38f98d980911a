import TransportSecurity

/// Findings and facts about servers.
enum SampleFacts {
    static func finding(_ rule: RuleID, cause: Finding.Cause? = nil) -> Finding {
        Finding(
            rule: rule, message: "", expected: rule == .cleartext ? "https" : "", actual: "", cause: cause)
    }

    static func certificate(
        _ key: Certificate.PublicKey = .rsa(bits: 2048), digest: Certificate.Digest = .sha256
    ) -> Certificate {
        Certificate(
            der: [], subject: "CN=a.example", issuer: "CN=CA", notBefore: Instant(year: 2026, month: 1, day: 1),
            notAfter: Instant(year: 2026, month: 7, day: 1), key: key,
            signature: Certificate.SignatureAlgorithm(name: "signature", digest: digest), sha256: [],
            publicKeySHA256: [])
    }

    static func server(
        _ version: TLSVersion = .tls1_2, suite: UInt16 = 0x009C, group: NamedGroup? = nil,
        signature: SignatureScheme? = nil, certificate: Certificate = certificate(),
        selection: Offer.Selection = .everything
    ) -> Observation {
        let handshake = Handshake(
            offer: Offer(generation: .current, minimumVersion: .ssl3, selection: selection), version: version,
            cipherSuite: CipherSuite(rawValue: suite), group: group, signatureScheme: signature)
        return .secure(
            handshake, ChainEvaluation(presented: [certificate], path: [certificate], anchor: .system))
    }
}
