import TransportSecurity

/// Validates a server's certificates against a trust store. The result is a path with its anchor and faults, the
/// certificate timestamps and the revocation status.
///
/// An evaluator is not `Sendable`: each thread has its own. Roots are parsed when they are needed and kept, so a thread
/// should have one long-lived evaluator for a trust store.
public final class ChainEvaluator {
    private let store: TrustStore
    private let anchors: AnchorSet
    private let revocationLists: [RevocationList]
    private let timestampVerifier: TimestampVerifier
    private let recent = RecentCertificates()
    /// Chains that were evaluated. Evaluating them at another time is fast.
    private var chains: [KnownChain.Key: KnownChain] = [:]
    private let chainLimit: Int

    /// Creates an evaluator for a store. Values that cannot be parsed are left out; `PEMFile` refuses them when files
    /// are read.
    ///
    /// - Parameters:
    ///   - store: The roots, revocation lists and keys of logs.
    ///   - chainLimit: The number of chains to remember, for an evaluator of the same chains at many times. A chain
    ///     takes some ten kilobytes.
    public init(_ store: TrustStore, rememberingChains chainLimit: Int = 0) {
        self.chainLimit = chainLimit
        self.store = store
        anchors = AnchorSet(store)
        revocationLists = store.revocationLists.compactMap { try? RevocationList(der: $0) }
        timestampVerifier = TimestampVerifier(logKeys: store.logKeys)
    }

    /// Caches the certificates that OpenSSL parsed during a handshake, to avoid parsing them again. Certificates that
    /// would take long to read are left out.
    public func keepCertificates(of handshake: ClientHandshake) {
        recent.keep(handshake.parsedCertificates, within: EvaluationWork(limit: EvaluationWork.readingLimit))
    }

    /// Evaluates the certificates of a handshake, with its fetched issuers, timestamps and staple, against the store of
    /// a system.
    public func evaluate(_ handshake: Handshake, for os: OSVersion, at instant: Instant) -> ChainEvaluation {
        evaluate(
            certificates: handshake.certificates, fetched: handshake.fetchedIssuers,
            timestamps: handshake.certificateTimestamps, staple: handshake.certificateStatus, for: os, at: instant)
    }

    /// Evaluates certificates in DER, leaf first, against the store of a system.
    ///
    /// `fetched` certificates help to build a path but count as not presented. `timestamps` is the body of the TLS
    /// extension `signed_certificate_timestamp`, and `staple` an OCSP response in DER. The time selects among several
    /// paths and decides whether statements about revocation are valid. A certificate outside its validity period does
    /// not count as a fault here.
    public func evaluate(
        certificates: [[UInt8]], fetched: [[UInt8]] = [], timestamps: [UInt8]? = nil, staple: [UInt8]? = nil,
        for os: OSVersion = .newest, at instant: Instant
    ) -> ChainEvaluation {
        let key = KnownChain.Key(
            store: store.storeIndex(for: os), certificates: certificates, fetched: fetched, timestamps: timestamps,
            staple: staple)
        return evaluate(key, for: os, at: instant, within: EvaluationWork())
            ?? ChainEvaluation(
                presented: [], path: [], anchor: .none,
                faults: [
                    PathFault(.limit("evaluating the \(certificates.count) certificates would take too long"))
                ])
    }

    /// Evaluates a chain; nil if that would be too much work.
    func evaluate(
        _ key: KnownChain.Key, for os: OSVersion, at instant: Instant, within work: EvaluationWork
    ) -> ChainEvaluation? {
        guard let chain = chain(key, within: work) else { return nil }
        let facts = chain.presented.map(\.facts)
        guard let leaf = chain.leaf, let place = bestPath(of: chain, on: os, at: instant, within: work) else {
            let fault = key.certificates.isEmpty ? [PathFault(.other("the server presented no certificate"))] : []
            return ChainEvaluation(presented: facts, path: [], anchor: .none, faults: chain.unreadable + fault)
        }
        guard chain.insufficientLimits[place, default: 0] < work.limit else { return nil }
        let path = chain.paths[place]
        let response = response(of: chain, key, within: work)
        let verified = timestamps(of: leaf, by: key, in: chain, place, response: response, within: work)
        let revocation = revocation(of: path, response: response, at: instant, within: work)
        guard let verified, !work.isTooMuch else {
            chain.insufficientLimits[place] = work.limit
            return nil
        }
        chain.insufficientLimits[place] = nil
        return ChainEvaluation(
            presented: facts, path: path.certificates.map(\.facts), anchor: path.anchor,
            faults: chain.unreadable + path.faults + refusals(in: path), timestamps: verified,
            revocation: revocation, limit: limit(of: path),
            storesWithRoot: path.anchor == .none ? path.certificates.last.map(anchors.stores) ?? [] : [])
    }
}

extension ChainEvaluator {
    /// The chain of certificates, which is known if it was evaluated at another time; nil if it would be too much work.
    private func chain(_ key: KnownChain.Key, within work: EvaluationWork) -> KnownChain? {
        if let known = chains[key] { return known }
        guard let made = newChain(key, within: work) else { return nil }
        guard chainLimit > 0 else { return made }
        if chains.count >= chainLimit { chains.removeAll() }
        chains[key] = made
        return made
    }

    private func newChain(_ key: KnownChain.Key, within work: EvaluationWork) -> KnownChain? {
        guard recent.permits(key.certificates + key.fetched, within: work) else { return nil }
        var presented: [ParsedCertificate] = []
        var unreadable: [PathFault] = []
        var leaf: ParsedCertificate?
        for (index, der) in key.certificates.enumerated() {
            do throws(OpenSSLError) {
                guard let certificate = try recent.certificate(der: der, within: work) else { return nil }
                presented.append(certificate)
                if index == 0 { leaf = certificate }
            } catch {
                unreadable.append(
                    PathFault(.unreadable(error.text), subject: "certificate \(index + 1) of those presented"))
            }
        }
        let helpers = key.fetched.compactMap { try? recent.certificate(der: $0, within: work) }
        var paths: [CandidatePath] = []
        if leaf != nil {
            var builder = PathBuilder(
                presented: presented, fetched: helpers, anchors: anchors, store: key.store, within: work)
            var validation = PathValidation(within: work)
            paths = builder.candidates().map { candidate in
                var path = candidate
                path.faults += validation.faults(in: path)
                return path
            }
        }
        guard !work.isTooMuch else { return nil }
        let isComplete = presented.count <= PathBuilder.maximumPresented
        if !isComplete, !paths.contains(where: { $0.anchor != .none && $0.faults.isEmpty }) {
            let limit = PathBuilder.maximumPresented
            unreadable.append(
                PathFault(
                    .limit(
                        "atsproxy uses the first \(limit) of the \(presented.count) certificates that the server sends")
                ))
        }
        return KnownChain(presented: presented, unreadable: unreadable, leaf: leaf, paths: paths)
    }

    /// The timestamps in the path of that index, which are verified once; nil if that would be too much work.
    private func timestamps(
        of leaf: ParsedCertificate, by key: KnownChain.Key, in chain: KnownChain, _ place: Int,
        response: Result<StapledResponse, OpenSSLError>?, within work: EvaluationWork
    ) -> [SignedCertificateTimestamp]? {
        if let known = chain.timestamps[place] { return known }
        let issuer = chain.paths[place].issuerOfLeaf
        let verified = timestampVerifier.timestamps(
            of: leaf, issuedBy: issuer, inTLS: key.timestamps,
            inOCSP: issuer.flatMap { try? response?.get().timestampList(on: leaf, issuedBy: $0) }, within: work)
        if let verified { chain.timestamps[place] = verified }
        return verified
    }

    /// The OCSP response of a chain, which is parsed once; nil without one, or if that would be too much work.
    private func response(
        of chain: KnownChain, _ key: KnownChain.Key, within work: EvaluationWork
    ) -> Result<StapledResponse, OpenSSLError>? {
        if let staple = key.staple, chain.response == nil, work.permits(EvaluationWork.ofParsing(staple.count)) {
            chain.response = Self.response(in: staple)
        }
        return chain.response
    }

    /// The index of the best path at a time; nil if there is no path.
    private func bestPath(
        of chain: KnownChain, on os: OSVersion, at instant: Instant, within work: EvaluationWork
    ) -> Int? {
        let ranks = chain.paths.map { path in
            let leaf = path.certificates.first?.facts
            let isRefused =
                isRevoked(path, at: instant, within: work) || !refusals(in: path).isEmpty
                || leaf.map { limit(of: path)?.faults(of: $0, on: os).isEmpty == false } ?? false
            return path.rank(at: instant, isRefused: isRefused)
        }
        return ranks.indices.min { ranks[$0] < ranks[$1] }
    }

    /// The limit of the root in which a path ends; nil without one.
    private func limit(of path: CandidatePath) -> RootLimit? {
        guard path.anchor == .system, let root = path.certificates.last else { return nil }
        return store.limits[root.identity]
    }

    /// The faults of certificates whose keys no path may have.
    private func refusals(in path: CandidatePath) -> [PathFault] {
        guard !store.refusedKeys.isEmpty else { return [] }
        return path.certificates.compactMap { certificate in
            store.refusedKeys[certificate.facts.publicKeySHA256].map {
                PathFault(.other("its key is refused: \($0)"), subject: certificate.facts.subject)
            }
        }
    }

    private static func response(in staple: [UInt8]) -> Result<StapledResponse, OpenSSLError> {
        do throws(OpenSSLError) {
            return .success(try StapledResponse(der: staple))
        } catch {
            return .failure(error)
        }
    }

    private func isRevoked(_ path: CandidatePath, at instant: Instant, within work: EvaluationWork) -> Bool {
        listStatements(on: path, at: instant, within: work).contains {
            if case .revoked = $0 { return true }
            return false
        }
    }

    /// The statements of the loaded lists about the first certificates of a path.
    private func listStatements(
        on path: CandidatePath, count: Int = .max, at instant: Instant, within work: EvaluationWork
    ) -> [ChainEvaluation.Revocation] {
        guard !revocationLists.isEmpty else { return [] }
        return zip(path.certificates.prefix(count), path.certificates.dropFirst()).flatMap { certificate, issuer in
            revocationLists.compactMap { $0.statement(on: certificate, issuedBy: issuer, at: instant, within: work) }
        }
    }

    /// The revocation status. A revocation from either source takes precedence, then a valid staple, then a valid list
    /// about the leaf, then invalid statements.
    private func revocation(
        of path: CandidatePath, response: Result<StapledResponse, OpenSSLError>?, at instant: Instant,
        within work: EvaluationWork
    ) -> ChainEvaluation.Revocation {
        for statement in listStatements(on: path, at: instant, within: work) {
            if case .revoked = statement { return statement }
        }
        let byStaple = response.map { stapled($0, on: path, at: instant, within: work) }
        switch byStaple {
        case .good?, .revoked?: return byStaple ?? .notStated
        case .notStated?, .unusable?, .notListed?, .unusableList?, nil: break
        }
        let aboutLeaf = listStatements(on: path, count: 1, at: instant, within: work)
        let isCleared = aboutLeaf.first { if case .notListed = $0 { true } else { false } }
        return isCleared ?? byStaple ?? aboutLeaf.first ?? .notStated
    }

    private func stapled(
        _ response: Result<StapledResponse, OpenSSLError>, on path: CandidatePath, at instant: Instant,
        within work: EvaluationWork
    ) -> ChainEvaluation.Revocation {
        guard let leaf = path.certificates.first, let issuer = path.issuerOfLeaf else {
            return .unusable("the issuer of the certificate is not known")
        }
        switch response {
        case .success(let response): return response.statement(on: leaf, issuedBy: issuer, at: instant, within: work)
        case .failure(let error): return .unusable("it cannot be read: \(error.text)")
        }
    }
}
