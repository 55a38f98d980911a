/// The certificates must lead to a trusted root, and every signature and constraint on the way must hold.
public struct CertificateTrust: Rule {
    public static let id = RuleID.certificateTrust
    public static let citation = Citation("RFC 5280", "§6.1")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        switch observation {
        case .cleartext, .noHandshake:
            return .notApplicable
        case .certificates(let evaluation):
            return Self.limit(of: evaluation, under: requirements)
                ?? (evaluation.leaf == nil
                    ? nothingReadable(isEmpty: false, under: requirements)
                    : outcome(of: evaluation, under: requirements))
        case .secure(let handshake, let evaluation):
            if let limit = Self.limit(of: evaluation, under: requirements) { return limit }
            guard evaluation.leaf == nil else { return outcome(of: evaluation, under: requirements) }
            // A server that closed the connection earlier, or chose an anonymous suite, is judged by the rules for TLS.
            guard handshake.isComplete, !handshake.cipherSuite.isAnonymous else { return .notApplicable }
            return nothingReadable(isEmpty: handshake.certificates.isEmpty, under: requirements)
        }
    }

    /// The outcome for certificates that were not examined as a whole because of a limit of this program. No server
    /// that is meant to be used has such certificates, and nothing they hide may pass, neither here nor in a tunnel.
    private static func limit(of evaluation: ChainEvaluation, under requirements: Requirements) -> Outcome? {
        let limits = evaluation.faults.compactMap { fault -> String? in
            if case .limit(let text) = fault.reason { text } else { nil }
        }
        guard !limits.isEmpty else { return nil }
        let text = limits.joined(separator: "; ")
        return .violation(
            requirements.trustFinding(
                Self.id, "The certificates of \(requirements.host) are not trusted: \(text).",
                expected: "certificates that can be evaluated", actual: text))
    }

    private func nothingReadable(isEmpty: Bool, under requirements: Requirements) -> Outcome {
        .violation(
            requirements.trustFinding(
                Self.id, "\(requirements.host) sent no certificate that can be read.",
                expected: "a trusted certificate",
                actual: isEmpty ? "no certificate" : "no readable certificate"))
    }

    private func outcome(of evaluation: ChainEvaluation, under requirements: Requirements) -> Outcome {
        let host = requirements.host
        let faults = evaluation.faults.filter { Self.counts($0, on: requirements.os) }
        guard evaluation.anchor == .none || !faults.isEmpty else {
            return limitOutcome(of: evaluation, under: requirements)
        }
        let ends = faults.map { UntrustedEnd($0, of: evaluation) }
        var causes = zip(faults, ends).map { fault, end in end?.fault ?? fault.prose }
        var explained = zip(faults, ends).map { fault, end in end?.prose ?? fault.prose }
        if causes.isEmpty {
            let last = evaluation.judged.last?.title ?? "the certificate"
            causes = ["no trusted root stands above \(last)"]
            explained = causes
        }
        return .violation(
            requirements.trustFinding(
                Self.id, "The certificates of \(host) are not trusted: \(explained.joined(separator: "; ")).",
                expected: ends.lazy.compactMap(\.self).first?.expected ?? "a path to a trusted root",
                actual: causes.joined(separator: "; "),
                withoutATS: hasUnknownRoot(faults) ? .root : .chain,
                cause: ends.lazy.compactMap(\.self).first?.cause ?? Self.cause(of: faults)))
    }

    /// The outcome of a path whose only fault may be that its root is limited.
    private func limitOutcome(of evaluation: ChainEvaluation, under requirements: Requirements) -> Outcome {
        guard let limit = evaluation.limit, let leaf = evaluation.leaf, let root = evaluation.path.last else {
            return .compliant
        }
        let faults = limit.faults(of: leaf, on: requirements.os)
        guard !faults.isEmpty else { return .compliant }
        let text = faults.joined(separator: "; ")
        return .violation(
            requirements.trustFinding(
                Self.id,
                "The certificates of \(requirements.host) are not trusted: \(limit.decidedBy) limits the root \(root.title) "
                    + "(\(limit.source)), and \(text).",
                expected: "a certificate within the limit of its root", actual: text))
    }

    private static func cause(of faults: [PathFault]) -> Finding.Cause? {
        faults.contains { if case .unsupportedSignature = $0.reason { true } else { false } }
            ? .unsupportedIssuerSignature : nil
    }

    /// Whether the fault counts on this system. From iOS 13, no system takes a common name for a host name (Apple
    /// support article 103769), and a common name violates no name constraint. The name constraints of an anchor bind
    /// from iOS 13, and its path length from iOS 15 (SecPolicyServer.c, SecPolicyCheckBasicCertificateProcessing).
    private static func counts(_ fault: PathFault, on os: OSVersion) -> Bool {
        switch fault.reason {
        case .commonNameConstraint: return os.generation < .ios13
        case .anchorNameConstraint: return os.generation >= .ios13
        case .anchorPathLength: return os.bindsAnchorsToPathLength
        case .selfSigned, .untrustedRoot, .missingIssuer, .badSignature, .unsupportedSignature, .notAnIssuer,
            .keyIdentifier, .pathLength,
            .nameConstraint, .certificatePolicies, .emptySubject, .unknownCriticalExtension, .unreadable, .limit,
            .other:
            return true
        }
    }

    private func hasUnknownRoot(_ faults: [PathFault]) -> Bool {
        faults.allSatisfy { [.untrustedRoot, .missingIssuer, .selfSigned].contains($0.reason) }
    }
}
