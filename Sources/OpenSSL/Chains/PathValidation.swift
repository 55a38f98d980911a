import TransportSecurity

/// Judges the certificates of one path as RFC 5280 §6.1 does, but for what rules read off them: dates, names, key
/// sizes, digests, purposes.
///
/// A trust anchor is a name and a key (RFC 5280 §6.1.1): one of X.509 version 1, which has no extensions, need not say
/// that it is a CA. But what an anchor says in extensions holds.
struct PathValidation {
    /// What name constraints said of a certificate, by the identities of the two: several paths share them, and
    /// a hostile chain could make each comparison long.
    private var objections: [[[UInt8]]: PathFault.Reason?] = [:]

    /// Everything that does not hold, from the leaf upwards.
    mutating func faults(in path: CandidatePath) -> [PathFault] {
        // SecPolicyCheckBasicCertificateProcessing passes over the extensions of a trusted anchor.
        let belowAnchor = path.anchor == .none ? path.certificates[...] : path.certificates.dropLast()
        return path.certificates.flatMap { $0.constraints.faults }
            + belowAnchor.flatMap { $0.constraints.faultsBelowAnchor } + Self.faultsOfIssuers(in: path)
            + faultsUnderNameConstraints(in: path.certificates)
    }

    private static func faultsOfIssuers(in path: CandidatePath) -> [PathFault] {
        let certificates = path.certificates
        var faults: [PathFault] = []
        var intermediatesBelow = 0
        for (index, issuer) in certificates.enumerated().dropFirst() {
            let isAnchor = path.anchor != .none && index == certificates.count - 1
            // Both RFC 5280 §4.2.1.1 and Apple's SecPolicyCheckIdLinkage compare what both of them state.
            let below = certificates[index - 1]
            if below.keyIdentifierMatch(with: issuer) == .different {
                faults.append(PathFault(.keyIdentifier, subject: below.facts.subject))
            }
            if !mayIssue(issuer, isAnchor: isAnchor) {
                faults.append(PathFault(.notAnIssuer, subject: issuer.facts.subject))
            }
            if let limit = issuer.constraints.pathLength, intermediatesBelow > limit {
                faults.append(PathFault(.pathLength, subject: issuer.facts.subject))
            }
            // RFC 5280 §4.2.1.9: self-issued certificates do not count.
            if !issuer.isSelfIssued { intermediatesBelow += 1 }
        }
        return faults
    }

    private static func mayIssue(_ issuer: ParsedCertificate, isAnchor: Bool) -> Bool {
        // SecPVCParentCertificateChecks demands basic constraints of every issuer of version 3, anchors included.
        let isVersion3 = issuer.facts.version >= 3
        let isAuthority = issuer.facts.isAuthority ?? !isVersion3
        return isAuthority && issuer.constraints.maySignCertificates ?? true && (isAnchor || isVersion3)
    }

    /// RFC 5280 §4.2.1.10: constraints bind everything below, but for self-issued intermediates.
    private mutating func faultsUnderNameConstraints(in certificates: [ParsedCertificate]) -> [PathFault] {
        var faults: [PathFault] = []
        for (index, issuer) in certificates.enumerated().dropFirst() {
            for (depth, below) in certificates[..<index].enumerated() where depth == 0 || !below.isSelfIssued {
                guard let reason = objection(of: issuer, to: below, isLeaf: depth == 0) else { continue }
                faults.append(PathFault(reason, subject: below.facts.subject))
            }
        }
        return faults
    }

    private mutating func objection(
        of issuer: ParsedCertificate, to below: ParsedCertificate, isLeaf: Bool
    ) -> PathFault.Reason? {
        // One certificate is the leaf of all paths, so that it need not be told apart here.
        let pair = [issuer.identity, below.identity]
        if let known = objections[pair] { return known }
        let found = issuer.constraints.objection(to: below, isLeaf: isLeaf)
        objections[pair] = .some(found)
        return found
    }
}
