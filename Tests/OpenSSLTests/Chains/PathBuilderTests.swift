import COpenSSL
import Testing
import TransportSecurity

@testable import OpenSSL

@Suite struct PathBuilderTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
    }

    @Test func trustsAnIntermediateThatAUserInstalled() {
        let evaluation = chain.evaluate([chain.leaf], user: [chain.intermediate])
        #expect(evaluation.anchor == .user)
        #expect(evaluation.path.count == 2)
    }

    @Test func prefersASystemRootToAUserIntermediate() {
        let evaluation = chain.evaluate([chain.leaf], system: [chain.root], user: [chain.intermediate])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.path.count == 3)
    }

    @Test func avoidsAnExpiredAlternative() throws {
        let oldRoot = try TestIdentity(.authority("Old Root"))
        var expired = TestCertificate.authority("Intermediate")
        expired.notAfter = Instant(year: 2025, month: 1, day: 1)
        let old = try oldRoot.issue(expired, key: chain.intermediate.key)
        for presented in [[chain.leaf, old, chain.intermediate], [chain.leaf, chain.intermediate, old]] {
            let evaluation = chain.evaluate(presented, system: [oldRoot, chain.root])
            #expect(subjects(evaluation).last == "CN=Root")
            #expect(evaluation.faults.isEmpty)
        }
        #expect(subjects(chain.evaluate([chain.leaf, old], system: [oldRoot, chain.root])).last == "CN=Old Root")
    }

    @Test func findsTheTrustedSignerOfACrossSignedRoot() throws {
        let newRoot = try TestIdentity(.authority("New Root"))
        let cross = try chain.root.issue(.authority("New Root"), key: newRoot.key)
        let below = try newRoot.issue(.leaf("example.com"))
        #expect(
            subjects(chain.evaluate([below, cross], system: [chain.root])) == [
                "CN=example.com", "CN=New Root", "CN=Root",
            ])
        #expect(subjects(chain.evaluate([below, cross], system: [chain.root, newRoot])).count == 2)
        #expect(subjects(chain.evaluate([below, newRoot, cross], system: [chain.root])).last == "CN=Root")
        #expect(chain.evaluate([below, cross, newRoot], user: [newRoot]).faults.isEmpty)
    }

    @Test func prefersTheIssuerWithoutSHA1() throws {
        var weak = TestCertificate.authority("Intermediate")
        weak.digest = "SHA1"
        let old = try chain.root.issue(weak, key: chain.intermediate.key)
        let evaluation = chain.evaluate([chain.leaf, old, chain.intermediate], system: [chain.root])
        #expect(evaluation.path.map(\.signature.digest) == [.sha256, .sha256, .sha256])
        let alone = chain.evaluate([chain.leaf, old], system: [chain.root])
        #expect(alone.anchor == .system)
        #expect(alone.faults.isEmpty)
    }

    @Test func endsQuicklyWithManyCertificatesOfOneName() throws {
        let key = try TestKey()
        var same: [TestIdentity] = []
        for serial in 1...40 {
            var description = TestCertificate.authority("Same", serial % 2 == 0 ? "CA:TRUE" : "CA:TRUE,pathlen:9")
            description.serial = serial
            same.append(try TestIdentity(description, key: key, issuer: same.last))
        }
        let leaf = try TestIdentity(.leaf("example.com"), issuer: same[0])
        let evaluation = chain.evaluate([leaf] + same.dropFirst())
        #expect(evaluation.anchor == .none)
        #expect(evaluation.path.count <= PathBuilder.maximumLength)
        #expect(!evaluation.faults.isEmpty)
    }
}
