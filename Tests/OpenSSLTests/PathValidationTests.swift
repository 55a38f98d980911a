import COpenSSL
import OpenSSL
import Testing
import TransportSecurity

@Suite struct PathValidationTests {
    private let chain: ChainFixture

    init() throws {
        chain = try ChainFixture()
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
        let issuer = try chain.root.issue(description)
        let evaluation = chain.evaluate([try issuer.issue(.leaf("example.com")), issuer], system: [chain.root])
        #expect(evaluation.faults == [PathFault(.notAnIssuer, subject: "CN=Intermediate")])
    }

    @Test func takesARootOfVersion1AndOneWithoutConstraints() throws {
        for version in [1, 3] {
            let old = try TestIdentity(TestCertificate(commonName: "Old", version: version))
            #expect(chain.evaluate([try old.issue(.leaf("example.com"))], system: [old]).faults.isEmpty)
        }
        let noCA = try TestIdentity(.authority("No CA", "CA:FALSE"))
        let evaluation = chain.evaluate([try noCA.issue(.leaf("example.com"))], system: [noCA])
        #expect(evaluation.faults == [PathFault(.notAnIssuer, subject: "CN=No CA")])
    }

    @Test(arguments: [
        ("DNS:example.com", false), ("critical,DNS:example.com", true), (nil, false),
    ])
    func aServerWithoutASubjectNeedsACriticalAlternative(names: String?, isFaultless: Bool) throws {
        let extensions = names.map { [TestExtension.named(NID_subject_alt_name, $0)] } ?? []
        let leaf = try chain.intermediate.issue(TestCertificate(commonName: "", extensions: extensions))
        let evaluation = chain.evaluate([leaf, chain.intermediate], system: [chain.root])
        #expect(evaluation.faults == (isFaultless ? [] : [PathFault(.emptySubject, subject: "")]))
        #expect(evaluation.faults.allSatisfy { $0.prose.hasPrefix("a certificate has an empty subject") })
    }

    /// Neither an intermediate nor a trusted root, nor a server's certificate that says that it is a CA.
    @Test func anAuthorityNeedsASubject() throws {
        let alternative = TestExtension.named(NID_subject_alt_name, "critical,DNS:example.com")
        let nameless = try chain.root.issue(.authority("", "critical,CA:TRUE", alternative))
        let below = try nameless.issue(.leaf("example.com"))
        let root = try TestIdentity(.authority("", "critical,CA:TRUE", alternative))
        let belowRoot = try root.issue(.leaf("example.com"))
        let evaluations = [
            chain.evaluate([below, nameless], system: [chain.root]), chain.evaluate([belowRoot], system: [root]),
            chain.evaluate([belowRoot], user: [root]), chain.evaluate([nameless], system: [chain.root]),
        ]
        for evaluation in evaluations {
            #expect(evaluation.anchor != .none)
            #expect(evaluation.faults == [PathFault(.emptySubject, subject: "")])
        }
    }

    @Test func countsThePathLength() throws {
        let narrow = try TestIdentity(.authority("Narrow", "critical,CA:TRUE,pathlen:0"))
        #expect(chain.evaluate([try narrow.issue(.leaf("example.com"))], system: [narrow]).faults.isEmpty)
        let between = try narrow.issue(.authority("Between"))
        let evaluation = chain.evaluate([try between.issue(.leaf("example.com")), between], system: [narrow])
        #expect(evaluation.faults == [PathFault(.pathLength, subject: "CN=Narrow")])
        let selfIssued = try narrow.issue(.authority("Narrow"))
        #expect(chain.evaluate([try selfIssued.issue(.leaf("a.test")), selfIssued], system: [narrow]).faults.isEmpty)
    }

    @Test(
        arguments: [
            ("permitted;DNS:example.com", "www.example.com", true), ("permitted;DNS:example.com", "example.org", false),
            ("excluded;DNS:example.com", "www.example.com", false), ("excluded;DNS:example.com", "example.org", true),
            ("permitted;IP:10.0.0.0/255.0.0.0", "example.com", true),
        ] as [(String, String, Bool)])
    func holdsNameConstraints(constraint: String, name: String, isPermitted: Bool) throws {
        let limited = try chain.root.issue(
            .authority("Limited", "critical,CA:TRUE", .named(NID_name_constraints, "critical,\(constraint)")))
        let withNames = try limited.issue(.leaf(name))
        let commonNameAlone = try limited.issue(TestCertificate(commonName: name))
        for leaf in [withNames, commonNameAlone] {
            let evaluation = chain.evaluate([leaf, limited], system: [chain.root])
            #expect(evaluation.faults.map(\.reason) == (isPermitted ? [] : [.nameConstraint]))
        }
    }

    @Test func doesNotReadCommonNamesBesideDNSNames() throws {
        let limited = try chain.root.issue(
            .authority(
                "Limited", "critical,CA:TRUE", .named(NID_name_constraints, "critical,permitted;DNS:example.com")))
        var description = TestCertificate.leaf("www.example.com")
        description.commonName = "elsewhere.org"
        #expect(chain.evaluate([try limited.issue(description), limited], system: [chain.root]).faults.isEmpty)
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
        let leaf = try chain.intermediate.issue(.leaf("example.com", extra))
        let evaluation = chain.evaluate([leaf, chain.intermediate], system: [chain.root])
        #expect(evaluation.faults.map(\.reason) == [reason].compactMap { $0 })
    }
}
