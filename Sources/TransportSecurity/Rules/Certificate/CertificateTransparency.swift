/// The server's certificate must have signed timestamps from enough logs, if the OS or the policy requires this.
public struct CertificateTransparency: Rule {
    public static let id = RuleID.certificateTransparency
    public static let citation = Citation(
        "Apple support article 103214 (HT205280)", "CertificateTransparency.m, verify_tls_ct_policy")

    /// The known logs; nil if no list was loaded.
    public var logs: TransparencyLogList?

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        guard let chain = observation.chain, let leaf = chain.leaf else { return .notApplicable }
        let isMandatory = isMandatory(for: leaf, in: chain, under: requirements.os, at: time)
        guard isMandatory || requirements.requiresCertificateTransparency else { return .notApplicable }
        guard let logs else {
            return .undetermined(
                "Certificate Transparency of \(requirements.host) is not known: there is no list of CT logs.")
        }
        let evidence = TransparencyEvidence(chain.timestamps, for: leaf, by: logs, at: time)
        let counted = evidence.countedInside(at: time)
        let required = SCTRequirement(of: leaf)
        if evidence.holdsOutside { return .compliant }
        if counted.count >= required.embedded { return advice(on: counted, required, leaf) }
        if logs.isStale(at: time) {
            let age = logs.date.map { "of \($0.date), more than 60 days ago" } ?? "of no date"
            return .undetermined(
                "Certificate Transparency of \(requirements.host) is not known: by the list of CT logs \(leaf.title) "
                    + "has too few timestamps, but the list is \(age).", .outdatedLogList)
        }
        guard evidence.unclear.isEmpty else {
            return .undetermined(
                "Certificate Transparency of \(requirements.host) is not known: what \(evidence.unclear.count) of its "
                    + "timestamps are worth at this time, the list of CT logs does not tell.")
        }
        return .violation(
            finding(counted.count, of: chain.timestamps.count, required, leaf, isMandatory, under: requirements))
    }

    /// Whether the OS requires timestamps: from iOS 12.1, for certificates of public CAs issued from 16 October 2018.
    /// An expired certificate fails by its date only.
    private func isMandatory(
        for leaf: Certificate, in chain: ChainEvaluation, under os: OSVersion, at time: Instant
    ) -> Bool {
        guard os.mandatesCertificateTransparency, chain.anchor == .system, let root = chain.path.last else {
            return false
        }
        return leaf.notBefore >= Instant(year: 2018, month: 10, day: 16) && leaf.notBefore.seconds <= time.seconds
            && time.seconds <= leaf.notAfter.seconds && !Self.appleRoots.contains(root.sha256)
    }

    private func finding(
        _ counted: Int, of stated: Int, _ required: SCTRequirement, _ leaf: Certificate, _ isMandatory: Bool,
        under requirements: Requirements
    ) -> Finding {
        var finding = requirements.trustFinding(
            Self.id,
            "The certificate \(leaf.title) of \(requirements.host) needs embedded timestamps of \(required.embedded) CT logs; "
                + "\(counted) of its \(stated) timestamps count.",
            expected: "\(required.embedded) embedded timestamps, or 2 of which one comes with the handshake",
            actual: "\(counted) embedded timestamps that count, \(stated) in all")
        if !isMandatory, !requirements.trustIsOverridable {
            finding.exception = requirements.exception([ATSKey.requiresCertificateTransparency: .boolean(false)])
        }
        return finding
    }

    /// The note about logs of one operator. Apple's published policy limits them, but Apple's code does not.
    private func advice(
        on counted: [TransparencyLogList.Log], _ required: SCTRequirement, _ leaf: Certificate
    ) -> Outcome {
        guard let limit = required.limitPerOperator else { return .compliant }
        let byOperator = Dictionary(grouping: counted, by: \.operatorName)
        let diverse = byOperator.values.reduce(0) { $0 + min($1.count, limit) }
        guard diverse < required.embedded else { return .compliant }
        return .note(
            "Apple's policy counts at most \(limit) timestamps of one CT log operator; of \(leaf.title) that leaves "
                + "\(diverse) of \(required.embedded), although Apple's code accepts them.")
    }

    /// Apple Root CA, G2 and G3. Certificates below these need no timestamps (`SecGetAppleTrustAnchors`).
    private static let appleRoots: Set<[UInt8]> = [
        [
            0xB0, 0xB1, 0x73, 0x0E, 0xCB, 0xC7, 0xFF, 0x45, 0x05, 0x14, 0x2C, 0x49, 0xF1, 0x29, 0x5E, 0x6E,
            0xDA, 0x6B, 0xCA, 0xED, 0x7E, 0x2C, 0x68, 0xC5, 0xBE, 0x91, 0xB5, 0xA1, 0x10, 0x01, 0xF0, 0x24,
        ],
        [
            0xC2, 0xB9, 0xB0, 0x42, 0xDD, 0x57, 0x83, 0x0E, 0x7D, 0x11, 0x7D, 0xAC, 0x55, 0xAC, 0x8A, 0xE1,
            0x94, 0x07, 0xD3, 0x8E, 0x41, 0xD8, 0x8F, 0x32, 0x15, 0xBC, 0x3A, 0x89, 0x04, 0x44, 0xA0, 0x50,
        ],
        [
            0x63, 0x34, 0x3A, 0xBF, 0xB8, 0x9A, 0x6A, 0x03, 0xEB, 0xB5, 0x7E, 0x9B, 0x3F, 0x5F, 0xA7, 0xBE,
            0x7C, 0x4F, 0x5C, 0x75, 0x6F, 0x30, 0x17, 0xB3, 0xA8, 0xC4, 0x88, 0xC3, 0x65, 0x3E, 0x91, 0x79,
        ],
    ]
}
