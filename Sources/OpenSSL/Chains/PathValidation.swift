import TransportSecurity

/// Validates the certificates of one path according to RFC 5280 §6.1, except for the properties that rules judge:
/// dates, names, key sizes, digests and purposes.
///
/// A trust anchor is a name and a key (RFC 5280 §6.1.1). An anchor of X.509 version 1 has no extensions and need not be
/// marked as a CA. Of the extensions of other anchors, the basic constraints, the key usage and the name constraints
/// count, and those that Apple's evaluator cannot read.
struct PathValidation {
    /// The results of name constraints by the identities of both certificates. Several paths share them, and a hostile
    /// chain could make each comparison expensive.
    private var rejections: [[[UInt8]]: PathFault.Reason?] = [:]
    private var policies = PolicyProcessing()
    private let work: EvaluationWork

    /// A validation of the paths of one chain.
    init(within work: EvaluationWork = EvaluationWork()) {
        self.work = work
    }

    /// All faults of the path, from the leaf upwards.
    mutating func faults(in path: CandidatePath) -> [PathFault] {
        let belowAnchor = path.anchor == .none ? path.certificates[...] : path.certificates.dropLast()
        return path.certificates.flatMap { $0.constraints.faults }
            + belowAnchor.flatMap { $0.constraints.faultsBelowAnchor } + Self.faultsOfIssuers(in: path)
            + faultsUnderNameConstraints(in: path) + faultsOfPolicies(in: belowAnchor)
    }

    private mutating func faultsOfPolicies(in belowAnchor: ArraySlice<ParsedCertificate>) -> [PathFault] {
        switch policies.outcome(of: belowAnchor.reversed()) {
        case .valid: return []
        case .invalid: return [PathFault(.certificatePolicies)]
        case .tooMuchWork: return [PathFault(.limit("evaluating the certificate policies would take too long"))]
        }
    }

    private static func faultsOfIssuers(in path: CandidatePath) -> [PathFault] {
        let certificates = path.certificates
        var faults: [PathFault] = []
        var intermediatesBelow = 0
        for (index, issuer) in certificates.enumerated().dropFirst() {
            let isAnchor = path.anchor != .none && index == certificates.count - 1
            // RFC 5280 §4.2.1.1 and Apple's SecPolicyCheckIdLinkage compare key identifiers if both certificates have
            // one.
            let below = certificates[index - 1]
            if below.keyIdentifierMatch(with: issuer) == .different {
                faults.append(PathFault(.keyIdentifier, subject: below.facts.subject))
            }
            if !mayIssue(issuer, isAnchor: isAnchor, under: certificates.last) {
                faults.append(PathFault(.notAnIssuer, subject: issuer.facts.subject))
            }
            if let limit = issuer.constraints.pathLength, intermediatesBelow > limit {
                faults.append(PathFault(isAnchor ? .anchorPathLength : .pathLength, subject: issuer.facts.subject))
            }
            // Self-issued certificates do not count (RFC 5280 §4.2.1.9).
            if !issuer.isSelfIssued { intermediatesBelow += 1 }
        }
        return faults
    }

    private static func mayIssue(
        _ issuer: ParsedCertificate, isAnchor: Bool, under root: ParsedCertificate?
    ) -> Bool {
        // SecPVCParentCertificateChecks requires basic constraints of every issuer of version 3, including anchors. An
        // intermediate of an older version may only be in a path whose last certificate is of an older version, too.
        let isVersion3 = issuer.facts.version >= 3
        let isAuthority = isVersion3 ? issuer.facts.isAuthority ?? false : true
        let mayBeOld = isAnchor || (root?.facts.version ?? 3) < 3
        return isAuthority && issuer.constraints.maySignCertificates ?? true && (isVersion3 || mayBeOld)
    }

    /// The violations of name constraints. The constraints of an issuer hold for all certificates below it,
    /// including the leaf, but not for self-issued intermediates (RFC 5280 §4.2.1.10).
    private mutating func faultsUnderNameConstraints(in path: CandidatePath) -> [PathFault] {
        let certificates = path.certificates
        var faults: [PathFault] = []
        for (index, issuer) in certificates.enumerated().dropFirst() {
            for (depth, below) in certificates[..<index].enumerated() where depth == 0 || !below.isSelfIssued {
                guard let reason = rejection(of: issuer, to: below, isLeaf: depth == 0),
                    reason != .nameConstraint || !isPermitted(below, by: issuer, in: certificates[(depth + 1)...])
                else { continue }
                let isOfAnchor = path.anchor != .none && index == certificates.count - 1
                // No system both binds common names and the names below an anchor (CertificateTrust.counts).
                if isOfAnchor && reason == .commonNameConstraint { continue }
                let isNamed = reason == .nameConstraint && isOfAnchor
                faults.append(PathFault(isNamed ? .anchorNameConstraint : reason, subject: below.facts.subject))
            }
        }
        return faults
    }

    /// Whether the combined subtrees of all issuers above a certificate permit it, although those of one issuer do not.
    private mutating func isPermitted(
        _ certificate: ParsedCertificate, by issuer: ParsedCertificate, in issuers: ArraySlice<ParsedCertificate>
    ) -> Bool {
        let lists = issuers.map(\.constraints.permittedSubtrees).filter { !$0.isEmpty }
        let count = lists.reduce(0) { $0 + $1.count }
        guard lists.count > 1, count <= PermittedSubtrees.limit else { return false }
        let work = issuer.constraints.workOfComparison(with: certificate) + 1
        guard self.work.permits(work) else { return false }
        var permitted = PermittedSubtrees()
        for list in lists.reversed() { permitted.intersect(with: list) }
        return issuer.constraints.permits(certificate, under: permitted)
    }

    private mutating func rejection(
        of issuer: ParsedCertificate, to below: ParsedCertificate, isLeaf: Bool
    ) -> PathFault.Reason? {
        // The key does not need `isLeaf`, because all paths have the same leaf.
        let pair = [issuer.identity, below.identity]
        if let known = rejections[pair] { return known }
        guard work.permits(issuer.constraints.workOfComparison(with: below)) else { return nil }
        let found = issuer.constraints.rejection(to: below, isLeaf: isLeaf)
        rejections[pair] = .some(found)
        return found
    }
}
