import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct ChainEvaluatorTests {
    private static let now = Instant(year: 2026, month: 11, day: 20)

    private let root: TestIdentity
    private let intermediate: TestIdentity
    private let leaf: TestIdentity

    init() throws {
        root = try TestIdentity(.authority("Root"))
        intermediate = try root.issue(.authority("Intermediate"))
        leaf = try intermediate.issue(.leaf("example.com"))
    }

    private func evaluate(
        _ presented: [TestIdentity], system: [TestIdentity] = [], user: [TestIdentity] = []
    ) -> ChainEvaluation {
        ChainEvaluator(TrustStore(systemRoots: system.map(\.der), userRoots: user.map(\.der)))
            .evaluate(certificates: presented.map(\.der), at: Self.now)
    }

    private func subjects(_ evaluation: ChainEvaluation) -> [String] {
        evaluation.path.map(\.subject)
    }

    @Test func anchorsInTheSystemsRoots() {
        let evaluation = evaluate([leaf, intermediate], system: [root])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.isEmpty)
        #expect(subjects(evaluation) == ["CN=example.com", "CN=Intermediate", "CN=Root"])
        #expect(evaluation.presented.count == 2)
        #expect(evaluation.revocation == .notStated)
    }

    @Test func anchorsInAUsersRoot() {
        #expect(evaluate([leaf, intermediate], user: [root]).anchor == .user)
        #expect(evaluate([leaf, intermediate], system: [root], user: [root]).anchor == .system)
    }

    @Test func takesCertificatesInAnyOrderAndIgnoresStrangers() throws {
        let stranger = try TestIdentity(.authority("Stranger"))
        let evaluation = evaluate([leaf, root, stranger, leaf, intermediate], system: [root])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.isEmpty)
        #expect(evaluation.path.count == 3)
        #expect(evaluation.presented.count == 5)
    }

    @Test func missesAnIntermediate() {
        let evaluation = evaluate([leaf], system: [root])
        #expect(evaluation.anchor == .none)
        #expect(evaluation.faults == [PathFault(.missingIssuer, subject: "CN=example.com")])
    }

    @Test func doesNotKnowTheRoot() {
        let sent = evaluate([leaf, intermediate, root])
        #expect(sent.faults == [PathFault(.untrustedRoot, subject: "CN=Root")])
        #expect(sent.path.count == 3)
        let notSent = evaluate([leaf, intermediate])
        #expect(notSent.faults == [PathFault(.missingIssuer, subject: "CN=Intermediate")])
        #expect(notSent.anchor == .none)
    }

    @Test func seesASelfSignedLeaf() throws {
        let own = try TestIdentity(.leaf("example.com"))
        let evaluation = evaluate([own], system: [root])
        #expect(evaluation.faults == [PathFault(.selfSigned, subject: "CN=example.com")])
        #expect(evaluation.anchor == .none)
        let trusted = evaluate([own], user: [own])
        #expect(trusted.anchor == .user)
        #expect(trusted.faults.isEmpty)
        #expect(trusted.path.count == 1)
    }

    @Test func believesAnIntermediateThatAUserInstalled() {
        let evaluation = evaluate([leaf], user: [intermediate])
        #expect(evaluation.anchor == .user)
        #expect(evaluation.path.count == 2)
    }

    @Test func prefersTheSystemsRootAboveAUsersIntermediate() {
        let evaluation = evaluate([leaf], system: [root], user: [intermediate])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.path.count == 3)
    }

    @Test func turnsBackFromAnExpiredAlternative() throws {
        let oldRoot = try TestIdentity(.authority("Old Root"))
        var expired = TestCertificate.authority("Intermediate")
        expired.notAfter = Instant(year: 2025, month: 1, day: 1)
        let old = try oldRoot.issue(expired, key: intermediate.key)
        for presented in [[leaf, old, intermediate], [leaf, intermediate, old]] {
            let evaluation = evaluate(presented, system: [oldRoot, root])
            #expect(subjects(evaluation).last == "CN=Root")
            #expect(evaluation.faults.isEmpty)
        }
        #expect(subjects(evaluate([leaf, old], system: [oldRoot, root])).last == "CN=Old Root")
    }

    @Test func findsTheTrustedSignerOfACrossSignedRoot() throws {
        let newRoot = try TestIdentity(.authority("New Root"))
        let cross = try root.issue(.authority("New Root"), key: newRoot.key)
        let below = try newRoot.issue(.leaf("example.com"))
        #expect(subjects(evaluate([below, cross], system: [root])) == ["CN=example.com", "CN=New Root", "CN=Root"])
        #expect(subjects(evaluate([below, cross], system: [root, newRoot])).count == 2)
        #expect(subjects(evaluate([below, newRoot, cross], system: [root])).last == "CN=Root")
        #expect(evaluate([below, cross, newRoot], user: [newRoot]).faults.isEmpty)
    }

    @Test func prefersTheIssuerWithoutSHA1() throws {
        var weak = TestCertificate.authority("Intermediate")
        weak.digest = "SHA1"
        let old = try root.issue(weak, key: intermediate.key)
        let evaluation = evaluate([leaf, old, intermediate], system: [root])
        #expect(evaluation.path.map(\.signature.digest) == [.sha256, .sha256, .sha256])
        let alone = evaluate([leaf, old], system: [root])
        #expect(alone.anchor == .system)
        #expect(alone.faults.isEmpty)
    }

    @Test(arguments: ["MD5", "SHA1", "SHA224", "SHA384", "SHA512"])
    func checksSignaturesOfEachDigest(digest: String) throws {
        var description = TestCertificate.leaf("example.com")
        description.digest = digest
        let rsa = try TestIdentity(.authority("RSA Root"), key: TestKey(rsaBits: 1024))
        #expect(evaluate([try rsa.issue(description)], system: [rsa]).faults.isEmpty)
    }

    @Test func seesAWrongSignature() throws {
        let forged = try TestIdentity(.leaf("example.com"), issuer: intermediate, forgedWith: TestKey())
        let evaluation = evaluate([forged, intermediate], system: [root])
        #expect(evaluation.faults == [PathFault(.badSignature, subject: "CN=example.com")])
        #expect(evaluation.anchor == .system)
        #expect(evaluation.path.count == 3)
    }

    @Test(arguments: [
        TestCertificate.authority("Intermediate", "critical,CA:FALSE"),
        TestCertificate(commonName: "Intermediate", notAfter: Instant(year: 2040, month: 1, day: 1)),
        TestCertificate(commonName: "Intermediate", notAfter: Instant(year: 2040, month: 1, day: 1), version: 1),
        TestCertificate(
            commonName: "Intermediate", notAfter: Instant(year: 2040, month: 1, day: 1),
            extensions: [.named(NID_basic_constraints, "CA:TRUE"), .named(NID_key_usage, "digitalSignature")]),
    ])
    func refusesAnIssuerThatMayNotIssue(description: TestCertificate) throws {
        let issuer = try root.issue(description)
        let evaluation = evaluate([try issuer.issue(.leaf("example.com")), issuer], system: [root])
        #expect(evaluation.faults == [PathFault(.notAnIssuer, subject: "CN=Intermediate")])
    }

    @Test func takesARootOfVersion1AndOneWithoutConstraints() throws {
        for version in [1, 3] {
            let old = try TestIdentity(TestCertificate(commonName: "Old", version: version))
            #expect(evaluate([try old.issue(.leaf("example.com"))], system: [old]).faults.isEmpty)
        }
        let noCA = try TestIdentity(.authority("No CA", "CA:FALSE"))
        let evaluation = evaluate([try noCA.issue(.leaf("example.com"))], system: [noCA])
        #expect(evaluation.faults == [PathFault(.notAnIssuer, subject: "CN=No CA")])
    }

    @Test func countsThePathLength() throws {
        let narrow = try TestIdentity(.authority("Narrow", "critical,CA:TRUE,pathlen:0"))
        #expect(evaluate([try narrow.issue(.leaf("example.com"))], system: [narrow]).faults.isEmpty)
        let between = try narrow.issue(.authority("Between"))
        let evaluation = evaluate([try between.issue(.leaf("example.com")), between], system: [narrow])
        #expect(evaluation.faults == [PathFault(.pathLength, subject: "CN=Narrow")])
        let selfIssued = try narrow.issue(.authority("Narrow"))
        #expect(evaluate([try selfIssued.issue(.leaf("a.test")), selfIssued], system: [narrow]).faults.isEmpty)
    }

    @Test(
        arguments: [
            ("permitted;DNS:example.com", "www.example.com", true), ("permitted;DNS:example.com", "example.org", false),
            ("excluded;DNS:example.com", "www.example.com", false), ("excluded;DNS:example.com", "example.org", true),
            ("permitted;IP:10.0.0.0/255.0.0.0", "example.com", true),
        ] as [(String, String, Bool)])
    func holdsNameConstraints(constraint: String, name: String, isPermitted: Bool) throws {
        let limited = try root.issue(
            .authority("Limited", "critical,CA:TRUE", .named(NID_name_constraints, "critical,\(constraint)")))
        let withNames = try limited.issue(.leaf(name))
        let commonNameAlone = try limited.issue(TestCertificate(commonName: name))
        for leaf in [withNames, commonNameAlone] {
            let evaluation = evaluate([leaf, limited], system: [root])
            #expect(evaluation.faults.map(\.reason) == (isPermitted ? [] : [.nameConstraint]))
        }
    }

    @Test func doesNotReadCommonNamesBesideDNSNames() throws {
        let limited = try root.issue(
            .authority(
                "Limited", "critical,CA:TRUE", .named(NID_name_constraints, "critical,permitted;DNS:example.com")))
        var description = TestCertificate.leaf("www.example.com")
        description.commonName = "elsewhere.org"
        #expect(evaluate([try limited.issue(description), limited], system: [root]).faults.isEmpty)
    }

    @Test(
        arguments: [
            (.raw("1.2.3.4", isCritical: true, [5, 0]), .unknownCriticalExtension("1.2.3.4")),
            (.raw("1.2.3.4", isCritical: false, [5, 0]), nil),
            (
                .raw("1.3.6.1.4.1.11129.2.4.3", isCritical: true, [5, 0]),
                .unknownCriticalExtension("1.3.6.1.4.1.11129.2.4.3")
            ),
            (.raw("2.5.29.15", isCritical: true, [1, 2, 3]), .unreadable("the extension 2.5.29.15")),
            (.raw("2.5.29.37", isCritical: false, [5, 0]), .unreadable("the extension 2.5.29.37 stands twice")),
            (
                .raw(
                    "2.5.29.32", isCritical: true,
                    [0x30, 0x0A, 0x30, 0x08, 0x06, 0x06, 0x67, 0x81, 0x0C, 0x01, 0x02, 0x01]), nil
            ),
        ] as [(TestExtension, PathFault.Reason?)])
    func knowsWhichExtensionsHold(extra: TestExtension, reason: PathFault.Reason?) throws {
        let leaf = try intermediate.issue(.leaf("example.com", extra))
        let evaluation = evaluate([leaf, intermediate], system: [root])
        #expect(evaluation.faults.map(\.reason) == [reason].compactMap { $0 })
    }

    @Test func leavesOutWhatCannotBeRead() {
        let evaluator = ChainEvaluator(TrustStore(systemRoots: [root.der]))
        let evaluation = evaluator.evaluate(
            certificates: [leaf.der, [1, 2, 3], intermediate.der, []], at: Self.now)
        #expect(evaluation.presented.count == 2)
        #expect(evaluation.anchor == .system)
        #expect(evaluation.faults.map(\.subject) == [2, 4].map { "certificate \($0) of those presented" })
        let noLeaf = evaluator.evaluate(certificates: [leaf.der.dropLast() + [], intermediate.der], at: Self.now)
        #expect(noLeaf.path.isEmpty)
        #expect(noLeaf.anchor == .none)
        #expect(noLeaf.faults.count == 1)
        #expect(evaluator.evaluate(certificates: [], at: Self.now).faults.count == 1)
    }

    @Test func endsSoonWithManyCertificatesOfOneName() throws {
        let key = try TestKey()
        var same: [TestIdentity] = []
        for serial in 1...40 {
            var description = TestCertificate.authority("Same", serial % 2 == 0 ? "CA:TRUE" : "CA:TRUE,pathlen:9")
            description.serial = serial
            same.append(try TestIdentity(description, key: key, issuer: same.last))
        }
        let leaf = try TestIdentity(.leaf("example.com"), issuer: same[0])
        let evaluation = evaluate([leaf] + same.dropFirst())
        #expect(evaluation.anchor == .none)
        #expect(evaluation.path.count <= 10)
        #expect(!evaluation.faults.isEmpty)
    }
}
