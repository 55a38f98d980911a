import TransportSecurity

/// One path that could be meant, and what does not hold in it.
struct CandidatePath {
    /// Leaf first.
    var certificates: [ParsedCertificate]
    /// Where it ends.
    var anchor: ChainEvaluation.Anchor
    /// What does not hold.
    var faults: [PathFault]

    /// The issuer of the leaf in this path; a self-signed leaf is its own.
    var issuerOfLeaf: ParsedCertificate? {
        guard let leaf = certificates.first else { return nil }
        return certificates.dropFirst().first ?? (leaf.facts.isSelfSigned ? leaf : nil)
    }

    /// Which of several paths is meant: the one of the lowest rank.
    ///
    /// A path that holds, but for a common name that few systems read, goes before one that does not; among those that
    /// hold, one in which the rules will find nothing (dates, revocation, digests, keys) goes before one in which they
    /// will, and then the system's roots before a user's. Of the paths that lead nowhere the longest tells most.
    func rank(at instant: Instant, isRevoked: Bool) -> Rank {
        let isValid = certificates.allSatisfy { $0.isValid(at: instant) }
        let holds = anchor == .none ? 2 : (faults.allSatisfy { $0.reason == .commonNameConstraint } ? 0 : 1)
        let length = certificates.count
        let order = [ChainEvaluation.Anchor.system, .user, .none].firstIndex(of: anchor) ?? 0
        return Rank(
            criteria: [
                holds, holds == 2 ? -length : 0, isValid ? 0 : 1, isRevoked ? 1 : 0, weaknesses, faults.count, order,
                length,
            ])
    }

    /// The order of paths.
    struct Rank: Comparable {
        fileprivate let criteria: [Int]

        static func < (left: Rank, right: Rank) -> Bool {
            left.criteria.lexicographicallyPrecedes(right.criteria)
        }
    }

    /// How many certificates below the anchor the rules are likely to refuse in trust evaluation of today's systems.
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
