import TransportSecurity

/// Builds every path from a leaf to a root that names and signatures allow, so that one is rejected only after all
/// were tried. OpenSSL 3.0 builds one and does not turn back where it is expired or untrusted, Apple's systems do.
///
/// A certificate in the trust store ends a path; the system's for good, a user's root may be signed by a further one.
/// Judging a path is not done here, save for the signatures that hold it together.
struct PathBuilder {
    /// The most certificates in a path.
    static let maximumLength = 16
    /// The most paths that are looked at.
    static let maximumPaths = 64
    /// The most work that goes into checking signatures, in checks with an ordinary key. One takes a
    /// tenth of a millisecond or less on most machines.
    static let maximumSignatures = 64
    /// The most certificates of a server that take part.
    static let maximumPresented = 64
    /// The most fetched certificates that take part.
    static let maximumFetched = 16

    private let anchors: AnchorSet
    private let presented: [ParsedCertificate]
    private var paths: [CandidatePath] = []
    private var signatures: [[[UInt8]]: ParsedCertificate.Signature] = [:]
    /// The work done so far, in units of one check with an ordinary key; at most `maximumSignatures`.
    private(set) var work = 0

    /// A builder of paths from the first certificate presented, with the help of the others, of those that were fetched
    /// and of the roots.
    init(presented: [ParsedCertificate], fetched: [ParsedCertificate] = [], anchors: AnchorSet) {
        self.presented = Array(presented.prefix(Self.maximumPresented) + fetched.prefix(Self.maximumFetched))
        self.anchors = anchors
    }

    /// The paths, at least one unless nothing was presented.
    mutating func candidates() -> [CandidatePath] {
        guard let leaf = presented.first else { return [] }
        extend([leaf], faults: [])
        return paths
    }

    private mutating func extend(_ path: [ParsedCertificate], faults: [PathFault]) {
        guard paths.count < Self.maximumPaths, let last = path.last else { return }
        let anchor = anchors.anchor(last)
        func end(_ further: PathFault.Reason?) {
            let all = faults + (further.map { [PathFault($0, subject: last.facts.subject)] } ?? [])
            paths.append(CandidatePath(certificates: path, anchor: anchor, faults: all))
        }
        if anchor != .none { end(nil) }
        if anchor == .system { return }
        let isTrusted = anchor == .user
        guard path.count < Self.maximumLength else {
            if !isTrusted { end(.other("the path has more than \(Self.maximumLength) certificates")) }
            return
        }
        let issuers = last.facts.isSelfSigned ? [] : issuers(of: last, notIn: path)
        guard let first = issuers.first else {
            if !isTrusted { end(last.isSelfIssued ? (path.count == 1 ? .selfSigned : .untrustedRoot) : .missingIssuer) }
            return
        }
        let isSound = extend(path, byEachOf: issuers, faults: faults)
        guard !isSound, !isTrusted else { return }
        let wereAllChecked = issuers.allSatisfy { signature(on: last, by: $0) != nil }
        let checked = wereAllChecked ? signature(on: last, by: first) : nil
        extend(path + [first], faults: faults + [fault(of: last, checked)])
    }

    /// Goes on with each issuer whose signature is good, and says whether there is one.
    ///
    /// What is above an issuer is looked at before the next signature is checked, so that the likeliest path is found
    /// however many strangers bear the name of an issuer.
    private mutating func extend(
        _ path: [ParsedCertificate], byEachOf issuers: [ParsedCertificate], faults: [PathFault]
    ) -> Bool {
        var isSound = false
        for issuer in issuers where paths.count < Self.maximumPaths {
            guard let last = path.last, signature(on: last, by: issuer) == .good else { continue }
            isSound = true
            extend(path + [issuer], faults: faults)
        }
        return isSound
    }

    /// Those whose name fits: roots first, then what the server sent, and of these the likeliest key first.
    private func issuers(of certificate: ParsedCertificate, notIn path: [ParsedCertificate]) -> [ParsedCertificate] {
        var used = Set(path.map(\.identity))
        let named = anchors.issuers(of: certificate) + presented.filter { certificate.names(issuer: $0) }
        let distinct = named.filter { used.insert($0.identity).inserted }
        return ParsedCertificate.KeyIdentifierMatch.allCases.flatMap { match in
            distinct.filter { certificate.keyIdentifierMatch(with: $0) == match }
        }
    }

    /// What the check of a signature said; nil where it would have been too much work.
    private mutating func signature(
        on certificate: ParsedCertificate, by issuer: ParsedCertificate
    ) -> ParsedCertificate.Signature? {
        let pair = [certificate.identity, issuer.identity]
        if let known = signatures[pair] { return known }
        let cost = issuer.workOfVerification
        guard work + cost <= Self.maximumSignatures else { return nil }
        work += cost
        let result = certificate.signature(by: issuer)
        signatures[pair] = result
        return result
    }

    private func fault(of certificate: ParsedCertificate, _ signature: ParsedCertificate.Signature?) -> PathFault {
        switch signature {
        case nil:
            let text = "its signature was not checked, because too many certificates bear the names of issuers"
            return PathFault(.other(text), subject: certificate.facts.subject)
        case .good, .bad:
            return PathFault(.badSignature, subject: certificate.facts.subject)
        case .uncheckable:
            let text = "its signature (\(certificate.facts.signature.name)) cannot be checked"
            return PathFault(.other(text), subject: certificate.facts.subject)
        }
    }
}
