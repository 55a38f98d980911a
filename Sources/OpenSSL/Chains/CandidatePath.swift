import TransportSecurity

/// A possible path for a chain, with its faults.
struct CandidatePath {
    /// The certificates, leaf first.
    var certificates: [ParsedCertificate]
    /// The anchor at the end of the path.
    var anchor: ChainEvaluation.Anchor
    /// The faults of the path.
    var faults: [PathFault]

    /// The issuer of the leaf in this path; a self-signed leaf is its own issuer.
    var issuerOfLeaf: ParsedCertificate? {
        guard let leaf = certificates.first else { return nil }
        return certificates.dropFirst().first ?? (leaf.facts.isSelfSigned ? leaf : nil)
    }

    /// The rank of the path among several; the path with the lowest rank is chosen.
    ///
    /// Paths without faults come first, disregarding those that count only on some systems. Among these, paths in which
    /// rules will find no problem (dates, revocation, limits of the root, digests, keys) come first, then paths to
    /// system roots. Among paths without an anchor, the longest comes first, because it shows the most.
    func rank(at instant: Instant, isRefused: Bool) -> Rank {
        let isValid = certificates.allSatisfy { $0.isValid(at: instant) }
        let holds = anchor == .none ? 2 : (faults.allSatisfy(\.reason.dependsOnSystem) ? 0 : 1)
        let length = certificates.count
        let order = [ChainEvaluation.Anchor.system, .user, .none].firstIndex(of: anchor) ?? 0
        return Rank(
            criteria: [
                holds, holds == 2 ? -length : 0, isValid ? 0 : 1, isRefused ? 1 : 0, weaknesses, faults.count, order,
                length,
            ])
    }

    /// The sort key of a path.
    struct Rank: Comparable {
        fileprivate let criteria: [Int]

        static func < (left: Rank, right: Rank) -> Bool {
            left.criteria.lexicographicallyPrecedes(right.criteria)
        }
    }

    /// The number of certificates below the anchor that rules of current systems are likely to refuse.
    private var weaknesses: Int {
        let belowAnchor = anchor == .none ? certificates[...] : certificates.dropLast()
        return belowAnchor.filter { Self.isWeak($0.facts) }.count
    }

    private static func isWeak(_ certificate: Certificate) -> Bool {
        let serverAuthentication = ["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"]
        if let usage = certificate.extendedKeyUsage, !usage.contains(where: serverAuthentication.contains) {
            return true
        }
        switch certificate.signature.digest {
        case .md2, .md4, .md5, .sha1: return true
        case .sha224, .sha256, .sha384, .sha512, nil: break
        }
        switch certificate.key {
        case .rsa(let bits): return bits < 2048
        case .ellipticCurve(let bits): return bits < 256
        case .other: return true
        }
    }
}
