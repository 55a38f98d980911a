import COpenSSL
import Testing
import TransportSecurity

@testable import OpenSSL

/// The work for a server's certificates is limited.
@Suite struct PathBoundsTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
    }

    /// A leaf with a number of authorities above it, each issued by the next.
    private static func ladder(authorities: Int) throws -> [TestIdentity] {
        var authority = try TestIdentity(.authority("Authority \(authorities)"))
        var certificates = [authority]
        for number in (1..<authorities).reversed() {
            authority = try authority.issue(.authority("Authority \(number)"))
            certificates.insert(authority, at: 0)
        }
        return [try authority.issue(.leaf("example.com"))] + certificates
    }

    @Test func aPathHasAtMostSixteenCertificates() throws {
        let fits = try Self.ladder(authorities: PathBuilder.maximumLength - 1)
        #expect(chain.evaluate(Array(fits.dropLast()), system: [fits[fits.count - 1]]).anchor == .system)
        let tooLong = try Self.ladder(authorities: PathBuilder.maximumLength)
        let evaluation = chain.evaluate(Array(tooLong.dropLast()), system: [tooLong[tooLong.count - 1]])
        #expect(evaluation.anchor == .none && evaluation.path.count == PathBuilder.maximumLength)
        #expect(evaluation.faults.map(\.reason) == [.other("the path has more than 16 certificates")])
    }

    @Test(arguments: [(PathBuilder.maximumPresented - 2, true), (PathBuilder.maximumPresented - 1, false)])
    func usesALimitedNumberOfPresentedCertificates(strangers: Int, isFound: Bool) throws {
        let key = try TestKey()
        let others = try (0..<strangers).map { try TestIdentity(.authority("Stranger \($0)"), key: key) }
        let evaluation = chain.evaluate([chain.leaf] + others + [chain.intermediate], system: [chain.root])
        #expect((evaluation.anchor == .system) == isFound)
        #expect(evaluation.presented.count == strangers + 2)
        let limit = "atsproxy uses the first 64 of the 65 certificates that the server sends"
        #expect(evaluation.faults.map(\.reason).contains(.limit(limit)) == !isFound)
    }

    @Test(arguments: [(PathBuilder.maximumFetched - 1, true), (PathBuilder.maximumFetched, false)])
    func usesALimitedNumberOfFetchedCertificates(strangers: Int, isFound: Bool) throws {
        let key = try TestKey()
        let others = try (0..<strangers).map { try TestIdentity(.authority("Stranger \($0)"), key: key) }
        let evaluation = ChainEvaluator(TrustStore(systemRoots: [chain.root.der])).evaluate(
            certificates: [chain.leaf.der], fetched: (others + [chain.intermediate]).map(\.der), at: chain.now)
        #expect((evaluation.anchor == .system) == isFound)
    }

    /// The work is limited, and the most likely path is found within the limit.
    @Test func manyCertificatesOfOneNameNeitherCostMuchNorHideThePath() throws {
        let key = try TestKey()
        let strangers = try (1...60).map { serial in
            var description = TestCertificate.authority("Intermediate")
            description.serial = serial
            return try TestIdentity(description, key: key, issuer: chain.root)
        }
        let presented = [chain.leaf] + strangers + [chain.intermediate]
        #expect(chain.evaluate(presented, system: [chain.root]).faults.isEmpty)
        var description = TestCertificate.leaf("example.com")
        description.includesKeyIdentifiers = false
        let leaf = try TestIdentity(description, issuer: chain.intermediate)
        let parsed = try ([leaf] + strangers).map { try ParsedCertificate(der: $0.der) }
        var builder = PathBuilder(presented: parsed, anchors: AnchorSet(TrustStore(systemRoots: [chain.root.der])))
        #expect(!builder.candidates().isEmpty)
        #expect((60...EvaluationWork.maximumSignatures).contains(builder.work))
    }

    /// Only P-256 has fast code in OpenSSL, and with curves that Apple's evaluator does not know nothing is checked. However
    /// many issuers of one name a server shows, the work is limited.
    @Test(arguments: [
        (NID_X9_62_prime256v1, 1), (NID_secp384r1, 6), (NID_secp521r1, 5), (NID_sect571r1, 1),
    ])
    func slowCurvesCostMore(curve: Int32, work: Int) throws {
        let key = try TestKey(curve: curve)
        #expect(try ParsedCertificate(der: TestIdentity(.authority("Slow"), key: key).der).workOfVerification == work)
        let strangers = try (1...62).map { serial in
            var description = TestCertificate.authority("Intermediate")
            description.serial = serial
            return try TestIdentity(description, key: key, issuer: chain.root)
        }
        var description = TestCertificate.leaf("example.com")
        description.includesKeyIdentifiers = false
        let leaf = try TestIdentity(description, issuer: chain.intermediate)
        var builder = PathBuilder(
            presented: try ([leaf] + strangers).map { try ParsedCertificate(der: $0.der) },
            anchors: AnchorSet(TrustStore(systemRoots: [chain.root.der])))
        #expect(!builder.candidates().isEmpty)
        #expect(builder.work <= EvaluationWork.maximumSignatures)
    }

    /// A hostile key makes each check slow, so that fewer checks are permitted.
    @Test(arguments: [(1024, 17, 1), (1024, 256, 1), (2048, 256, 4), (4104, 17, 2)] as [(Int32, Int32, Int)])
    func slowKeysCostMore(bits: Int32, exponentBits: Int32, work: Int) throws {
        let key = try Self.key(bits: bits, exponentBits: exponentBits)
        let slow = try TestIdentity(.authority("Slow"), key: key, issuer: chain.root)
        #expect(try ParsedCertificate(der: slow.der).workOfVerification == work)
        let presented = [try slow.issue(.leaf("example.com")), slow]
        var builder = PathBuilder(
            presented: try presented.map { try ParsedCertificate(der: $0.der) },
            anchors: AnchorSet(TrustStore(systemRoots: [chain.root.der])))
        #expect(builder.candidates().map(\.faults) == [[]] && builder.work == work + 1)
    }

    /// Neither for a path nor for the question whether a certificate is self-signed.
    @Test(arguments: [(256, true), (257, false), (1000, false)] as [(Int32, Bool)])
    func checksNoSignatureWithAnOverlongExponent(exponentBits: Int32, isChecked: Bool) throws {
        let slow = try TestIdentity(.authority("Slow"), key: try Self.key(bits: 1024, exponentBits: exponentBits))
        #expect(try ParsedCertificate(der: slow.der).facts.isSelfSigned == isChecked)
        let leaf = try slow.issue(.leaf("example.com"))
        let evaluation = chain.evaluate([leaf], system: [slow])
        #expect(evaluation.anchor == .system)
        let text = "its signature (\(evaluation.path[0].signature.name)) cannot be checked"
        #expect(evaluation.faults.map(\.reason) == (isChecked ? [] : [.other(text)]))
    }

    /// An RSA key with an exponent of the given length.
    private static func key(bits: Int32, exponentBits: Int32) throws -> TestKey {
        let exponent = try required(BN_new())
        BN_set_bit(exponent, 0)
        BN_set_bit(exponent, exponentBits - 1)
        defer { BN_free(exponent) }
        return try TestKey(kind: NID_rsaEncryption) { context in
            EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context, exponent) == 1
                ? EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits) : 0
        }
    }

    @Test func anUncheckedSignatureIsNotBad() throws {
        let key = try TestKey()
        var description = TestCertificate.leaf("example.com")
        description.includesKeyIdentifiers = false
        let leaf = try TestIdentity(description, issuer: chain.intermediate)
        let strangers = try (1...80).map { serial in
            var description = TestCertificate.authority("Intermediate")
            description.serial = serial
            return try TestIdentity(description, key: key, issuer: chain.root)
        }
        let fetched = strangers.suffix(PathBuilder.maximumFetched)
        let evaluation = ChainEvaluator(TrustStore(systemRoots: [chain.root.der])).evaluate(
            certificates: ([leaf] + strangers.dropLast(fetched.count)).map(\.der), fetched: fetched.map(\.der),
            at: chain.now)
        let text = "atsproxy checks no more signatures, because those that the certificates require would take too long"
        #expect(evaluation.faults.contains(PathFault(.limit(text))))
        #expect(!evaluation.faults.contains { $0.reason == .badSignature })
    }

    /// Whether a certificate is self-signed is not known either where no more signatures are checked.
    @Test func anUncheckedCertificateIsNotSelfSigned() throws {
        let own = try TestIdentity(.leaf("example.com"), key: try TestKey(curve: NID_secp521r1))
        func fault(within limit: Int) throws -> PathFault.Reason? {
            var builder = PathBuilder(
                presented: [try ParsedCertificate(der: own.der)],
                anchors: AnchorSet(TrustStore(systemRoots: [chain.root.der])), within: EvaluationWork(limit: limit))
            return builder.candidates().first?.faults.first?.reason
        }
        #expect(try fault(within: EvaluationWork.limit) == .selfSigned)
        guard case .limit = try fault(within: 1) else {
            Issue.record("the signature was checked")
            return
        }
    }

    /// Costly certificates get the same result again, although those of the first evaluation are cached then.
    @Test func theResultOfTooMuchWorkDoesNotDependOnTheCache() throws {
        let strangers = try (0..<80).map {
            try TestIdentity(.authority("Stranger \($0)"), key: try TestKey(curve: NID_secp521r1))
        }
        let evaluator = ChainEvaluator(TrustStore(systemRoots: [chain.root.der]), rememberingChains: 8)
        let certificates = ([chain.leaf, chain.intermediate] + strangers).map(\.der)
        for _ in 0..<3 {
            let evaluation = evaluator.evaluate(certificates: certificates, at: chain.now)
            let text = "evaluating the 82 certificates would take too long"
            #expect(evaluation.anchor == .none && evaluation.faults == [PathFault(.limit(text))])
        }
    }

    @Test func limitsTheNumberOfPaths() throws {
        let key = try TestKey()
        var layers: [[TestIdentity]] = []
        for layer in 0..<3 {
            let issuer = layers.last?[0]
            layers.append(
                try (1...5).map { serial in
                    var description = TestCertificate.authority("Layer \(layer)")
                    description.serial = serial
                    return try TestIdentity(description, key: key, issuer: issuer)
                })
        }
        let leaf = try TestIdentity(.leaf("example.com"), issuer: layers[2][0])
        let presented = try ([leaf] + layers.joined()).map { try ParsedCertificate(der: $0.der) }
        var builder = PathBuilder(presented: presented, anchors: AnchorSet(TrustStore()))
        #expect(builder.candidates().count == PathBuilder.maximumPaths)
    }
}
