import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct ChainEvaluatorTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
    }

    @Test func endsAtASystemRoot() {
        let evaluation = chain.evaluate([chain.leaf, chain.intermediate], system: [chain.root])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.isEmpty)
        #expect(subjects(evaluation) == ["CN=example.com", "CN=Intermediate", "CN=Root"])
        #expect(evaluation.presented.count == 2)
        #expect(evaluation.revocation == .notStated)
    }

    @Test func endsAtAUserRoot() {
        #expect(chain.evaluate([chain.leaf, chain.intermediate], user: [chain.root]).anchor == .user)
        #expect(
            chain.evaluate([chain.leaf, chain.intermediate], system: [chain.root], user: [chain.root]).anchor == .system
        )
    }

    @Test func acceptsAnyOrderAndIgnoresUnrelatedCertificates() throws {
        let stranger = try TestIdentity(.authority("Stranger"))
        let evaluation = chain.evaluate(
            [chain.leaf, chain.root, stranger, chain.leaf, chain.intermediate], system: [chain.root])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.isEmpty)
        #expect(evaluation.path.count == 3)
        #expect(evaluation.presented.count == 5)
    }

    @Test func reportsAMissingIntermediate() {
        let evaluation = chain.evaluate([chain.leaf], system: [chain.root])
        #expect(evaluation.anchor == .none)
        #expect(evaluation.faults == [PathFault(.missingIssuer, subject: "CN=example.com")])
    }

    @Test func reportsAnUnknownRoot() {
        let sent = chain.evaluate([chain.leaf, chain.intermediate, chain.root])
        #expect(sent.faults == [PathFault(.untrustedRoot, subject: "CN=Root")])
        #expect(sent.path.count == 3)
        let notSent = chain.evaluate([chain.leaf, chain.intermediate])
        #expect(notSent.faults == [PathFault(.missingIssuer, subject: "CN=Intermediate")])
        #expect(notSent.anchor == .none)
    }

    @Test func reportsASelfSignedLeaf() throws {
        let own = try TestIdentity(.leaf("example.com"))
        let evaluation = chain.evaluate([own], system: [chain.root])
        #expect(evaluation.faults == [PathFault(.selfSigned, subject: "CN=example.com")])
        #expect(evaluation.anchor == .none)
        let trusted = chain.evaluate([own], user: [own])
        #expect(trusted.anchor == .user)
        #expect(trusted.faults.isEmpty)
        #expect(trusted.path.count == 1)
    }

    @Test(arguments: ["MD5", "SHA1", "SHA224", "SHA384", "SHA512"])
    func checksSignaturesOfEachDigest(digest: String) throws {
        var description = TestCertificate.leaf("example.com")
        description.digest = digest
        let rsa = try TestIdentity(.authority("RSA Root"), key: TestKey(rsaBits: 1024))
        #expect(chain.evaluate([try rsa.issue(description)], system: [rsa]).faults.isEmpty)
    }

    @Test func reportsAWrongSignature() throws {
        let forged = try TestIdentity(.leaf("example.com"), issuer: chain.intermediate, forgedWith: TestKey())
        let evaluation = chain.evaluate([forged, chain.intermediate], system: [chain.root])
        #expect(evaluation.faults == [PathFault(.badSignature, subject: "CN=example.com")])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.path.count == 3)
    }

    @Test func omitsUnreadableCertificates() {
        let evaluator = ChainEvaluator(TrustStore(systemRoots: [chain.root.der]))
        let evaluation = evaluator.evaluate(
            certificates: [chain.leaf.der, [1, 2, 3], chain.intermediate.der, []], at: chain.now)
        #expect(evaluation.presented.count == 2)
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.map(\.subject) == [2, 4].map { "certificate \($0) of those presented" })
        let noLeaf = evaluator.evaluate(
            certificates: [chain.leaf.der.dropLast() + [], chain.intermediate.der], at: chain.now)
        #expect(noLeaf.path.isEmpty)
        #expect(noLeaf.anchor == .none)
        #expect(noLeaf.faults.count == 1)
        #expect(evaluator.evaluate(certificates: [], at: chain.now).faults.count == 1)
    }

    /// An evaluator that remembers chains finds at any time, in any order, what a new one finds at that time.
    @Test func rememberedChainsAreEvaluatedAlike() throws {
        let oldRoot = try TestIdentity(.authority("Old Root"))
        var expiring = TestCertificate.authority("Intermediate")
        expiring.notAfter = Instant(year: 2026, month: 12, day: 1)
        let old = try oldRoot.issue(expiring, key: chain.intermediate.key)
        let store = TrustStore(systemRoots: [oldRoot.der, chain.root.der])
        let remembering = ChainEvaluator(store, rememberingChains: 2)
        let times = [11, 12].map { Instant(year: 2026, month: $0, day: 20) }
        var roots: Set<String> = []
        for presented in [[chain.leaf, old, chain.intermediate], [chain.leaf, old], [chain.leaf], [chain.leaf, old]] {
            for time in times + times {
                let certificates = presented.map(\.der)
                let evaluation = remembering.evaluate(certificates: certificates, at: time)
                #expect(evaluation == ChainEvaluator(store).evaluate(certificates: certificates, at: time))
                if let root = subjects(evaluation).last { roots.insert(root) }
            }
        }
        #expect(roots == ["CN=Old Root", "CN=Root", "CN=example.com"])
    }
}
