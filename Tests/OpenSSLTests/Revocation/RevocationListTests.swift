import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct RevocationListTests {
    private static let now = Instant(year: 2026, month: 11, day: 20)

    private let root: TestIdentity
    private let leaf: TestIdentity

    init() throws {
        root = try TestIdentity(.authority("Root"))
        var description = TestCertificate.leaf("example.com")
        description.serial = 77
        leaf = try root.issue(description)
    }

    private func revocation(
        staple: [UInt8]? = nil, lists: [[UInt8]] = [], at instant: Instant = now
    ) -> ChainEvaluation.Revocation {
        ChainEvaluator(TrustStore(systemRoots: [root.der], revocationLists: lists))
            .evaluate(certificates: [leaf.der], staple: staple, at: instant).revocation
    }

    private func isUnusable(_ revocation: ChainEvaluation.Revocation, _ word: String) -> Bool {
        guard case .unusableList(let text) = revocation else { return false }
        return text.contains(word)
    }

    @Test func findsTheSerialInAList() throws {
        let list = try root.revocationList(revoking: 77)
        #expect(
            revocation(lists: [list])
                == .revoked(subject: "CN=example.com", source: "the revocation list of CN=Root"))
        #expect(try revocation(staple: root.ocspResponse(on: leaf), lists: [list]) != .good)
        #expect(
            try revocation(lists: [root.revocationList(revoking: 78)])
                == .notListed(source: "the revocation list of CN=Root"))
    }

    @Test func acceptsNoForgedOldOrUnrelatedList() throws {
        let forged = try root.revocationList(revoking: 77, forgedWith: TestKey())
        #expect(isUnusable(revocation(lists: [forged]), "signature"))
        let old = try root.revocationList(revoking: 77, until: Instant(year: 2026, month: 11, day: 19, hour: 1))
        #expect(isUnusable(revocation(lists: [old]), "expired"))
        #expect(try revocation(staple: root.ocspResponse(on: leaf), lists: [old]) == .good)
        let foreign = try TestIdentity(.authority("Other")).revocationList(revoking: 77)
        #expect(revocation(lists: [foreign]) == .notStated)
    }

    /// Certificates of no use cost the work of paths, and not that of lists.
    @Test func isNotHiddenByOtherCertificates() throws {
        let key = try TestKey()
        let issuer = try root.issue(.authority("Intermediate"))
        var description = TestCertificate.leaf("example.com")
        description.serial = 77
        let leaf = try issuer.issue(description)
        let junk = try (1...62).map { serial in
            var description = TestCertificate.authority("Intermediate")
            description.serial = 1000 + serial
            return try TestIdentity(description, key: key, issuer: root)
        }
        let lists = [try issuer.revocationList(revoking: 77)]
        for certificates in [[leaf, issuer], [leaf, issuer] + junk, [leaf] + junk + [issuer]] {
            let evaluation = ChainEvaluator(TrustStore(systemRoots: [root.der], revocationLists: lists))
                .evaluate(certificates: certificates.map(\.der), at: Self.now)
            guard case .revoked = evaluation.revocation else {
                #expect(evaluation.anchor == .none, "\(evaluation.revocation)")
                continue
            }
        }
    }

    /// A list clears only what it covers; each certificate that is listed is revoked.
    @Test(arguments: [
        ("onlyuser:TRUE", true), ("onlyCA:TRUE", false), ("onlyAA:TRUE", false),
        ("onlysomereasons:keyCompromise", false),
        ("indirectCRL:TRUE", false), ("fullname:URI:http://crl.test/3.crl", true),
        ("fullname:URI:http://crl.test/7.crl", false),
    ])
    func clearsWhatItCovers(appliedPolicy: String, clears: Bool) throws {
        var description = TestCertificate.leaf("example.com")
        description.serial = 77
        description.extensions.append(.named(NID_crl_distribution_points, "URI:http://crl.test/3.crl"))
        let leaf = try root.issue(description)
        func revocation(revoking serial: Int) throws -> ChainEvaluation.Revocation {
            let list = try root.revocationList(revoking: serial, appliedPolicy: appliedPolicy)
            return ChainEvaluator(TrustStore(systemRoots: [root.der], revocationLists: [list]))
                .evaluate(certificates: [leaf.der], at: Self.now).revocation
        }
        #expect(
            try revocation(revoking: 78) == (clears ? .notListed(source: "the revocation list of CN=Root") : .notStated)
        )
        #expect(
            try revocation(revoking: 77)
                == .revoked(subject: "CN=example.com", source: "the revocation list of CN=Root"))
    }

    @Test func prefersAPathThatIsNotRevoked() throws {
        let other = try TestIdentity(.authority("Other Root"))
        var description = TestCertificate.authority("Intermediate")
        description.serial = 5
        let revoked = try root.issue(description)
        let sound = try other.issue(description, key: revoked.key)
        let leaf = try revoked.issue(.leaf("example.com"))
        let store = TrustStore(
            systemRoots: [root.der, other.der], revocationLists: [try root.revocationList(revoking: 5)])
        let evaluator = ChainEvaluator(store)
        let both = evaluator.evaluate(certificates: [leaf, revoked, sound].map(\.der), at: Self.now)
        #expect(both.path.last?.subject == "CN=Other Root")
        #expect(both.revocation == .notStated)
        let alone = evaluator.evaluate(certificates: [leaf, revoked].map(\.der), at: Self.now)
        #expect(alone.revocation == .revoked(subject: "CN=Intermediate", source: "the revocation list of CN=Root"))
    }
}
