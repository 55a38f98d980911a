import TransportSecurity

/// Builds all paths from a leaf to a root in which names and signatures match. A chain is only refused if no path is
/// valid. OpenSSL 3.0 builds one path and does not backtrack if it is expired or untrusted, but Apple's systems do.
///
/// A path ends at a certificate in the trust store. A path that ends at a user's root is also continued to issuers of
/// this root; one that ends at a system root is not. Only the signatures of a path are checked here.
struct PathBuilder {
    /// The largest number of certificates in a path.
    static let maximumLength = 16
    /// The largest number of paths.
    static let maximumPaths = 64
    /// The largest number of presented certificates that are used.
    static let maximumPresented = 64
    /// The largest number of fetched certificates that are used.
    static let maximumFetched = 16

    private let anchors: AnchorSet
    /// The index of the store whose roots are anchors.
    private let store: Int
    private let presented: [ParsedCertificate]
    private var paths: [CandidatePath] = []
    private var signatures: [[[UInt8]]: ParsedCertificate.Signature] = [:]
    private let effort: EvaluationWork
    /// The cost of the signature checks so far, at most `EvaluationWork.maximumSignatures`.
    var work: Int { effort.spentOnSignatures }

    /// Creates a builder of paths from the first presented certificate, by means of the other presented ones, the
    /// fetched ones and the roots. Roots of other stores end paths without an anchor.
    init(
        presented: [ParsedCertificate], fetched: [ParsedCertificate] = [], anchors: AnchorSet, store: Int = 0,
        within effort: EvaluationWork = EvaluationWork()
    ) {
        self.presented = Array(presented.prefix(Self.maximumPresented) + fetched.prefix(Self.maximumFetched))
        self.anchors = anchors
        self.store = store
        self.effort = effort
    }

    /// All paths. There is at least one unless nothing was presented.
    mutating func candidates() -> [CandidatePath] {
        guard let leaf = presented.first else { return [] }
        extend([leaf], faults: [])
        return paths
    }

    private mutating func extend(_ path: [ParsedCertificate], faults: [PathFault]) {
        guard paths.count < Self.maximumPaths, let last = path.last else { return }
        let anchor = anchors.anchor(last, inStore: store)
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
            if !isTrusted { end(missingRoot(of: last, isAlone: path.count == 1)) }
            return
        }
        let isSound = extend(path, byEachOf: issuers, faults: faults)
        guard !isSound, !isTrusted else { return }
        let wereAllChecked = issuers.allSatisfy { signature(on: last, by: $0) != nil }
        let checked = wereAllChecked ? signature(on: last, by: first) : nil
        extend(path + [first], faults: faults + [Self.fault(of: last, under: first, checked)])
    }

    /// The reason why a path ends without an anchor. An equal issuer name does not prove a self-signed certificate; its
    /// own key must have signed it.
    private mutating func missingRoot(of last: ParsedCertificate, isAlone: Bool) -> PathFault.Reason {
        guard last.isSelfIssued else { return .missingIssuer }
        switch signature(on: last, by: last) {
        case nil: return Self.tooManySignatures
        case .bad: return .missingIssuer
        case .good, .uncheckable, .unknown: return isAlone ? .selfSigned : .untrustedRoot
        }
    }

    private static let tooManySignatures = PathFault.Reason.limit(
        "atsproxy checks no more signatures, because those that the certificates require would take too long")

    /// Continues with each issuer whose signature is valid, and returns whether there is one.
    ///
    /// Each issuer's own issuers are followed before the next signature is checked. The most likely path is therefore
    /// found even if many certificates have an issuer's name.
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

    /// The certificates with the issuer's name: the best match of key identifiers first, and among equal ones trusted
    /// roots first, then presented certificates, then roots of other stores.
    private func issuers(of certificate: ParsedCertificate, notIn path: [ParsedCertificate]) -> [ParsedCertificate] {
        var used = Set(path.map(\.identity))
        let roots = anchors.roots(above: certificate)
        let isTrusted = { [anchors, store] (root: ParsedCertificate) in anchors.anchor(root, inStore: store) != .none }
        let named =
            roots.filter(isTrusted) + presented.filter { certificate.names(issuer: $0) }
            + roots.filter { !isTrusted($0) }
        let distinct = named.filter { used.insert($0.identity).inserted }
        return ParsedCertificate.KeyIdentifierMatch.allCases.flatMap { match in
            distinct.filter { certificate.keyIdentifierMatch(with: $0) == match }
        }
    }

    /// The result of checking a signature; nil if the check would exceed the total cost.
    private mutating func signature(
        on certificate: ParsedCertificate, by issuer: ParsedCertificate
    ) -> ParsedCertificate.Signature? {
        let pair = [certificate.identity, issuer.identity]
        if let known = signatures[pair] { return known }
        guard effort.permitsSignature(issuer.workOfVerification) else { return nil }
        let result = certificate.signature(by: issuer)
        signatures[pair] = result
        return result
    }

    private static func fault(
        of certificate: ParsedCertificate, under issuer: ParsedCertificate, _ signature: ParsedCertificate.Signature?
    ) -> PathFault {
        switch signature {
        case nil:
            return PathFault(tooManySignatures)
        case .good, .bad:
            return PathFault(.badSignature, subject: certificate.facts.subject)
        case .uncheckable:
            let text = "its signature (\(certificate.facts.signature.name)) cannot be checked"
            return PathFault(.other(text), subject: certificate.facts.subject)
        case .unknown:
            let kind = "\(certificate.facts.signature.name) by a key of \(issuer.facts.key)"
            return PathFault(.unsupportedSignature(kind), subject: certificate.facts.subject)
        }
    }
}
