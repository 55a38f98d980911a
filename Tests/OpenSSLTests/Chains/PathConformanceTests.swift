import COpenSSL
import Testing
import TransportSecurity

@testable import OpenSSL

/// The groups of NIST's Public Key Interoperability Test Suite that Apple's own unit tests run, and that no other test here
/// has: certificates that a CA issues to itself, and constraints on each kind of name. The chains are made here; the numbers
/// are those of PKITS.
@Suite struct PathConformanceTests {
    private static let now = Instant(year: 2026, month: 11, day: 20)
    private static let a = policies(1)
    private static let b = policies(2)
    private static let any = TestExtension.raw("2.5.29.32", isCritical: false, sequence(sequence(anyPolicy)))
    private static let explicit = "requireExplicitPolicy:0"
    private static let mapping = TestExtension.raw(
        "2.5.29.33", isCritical: false, sequence(sequence(policy(1) + policy(2))))

    private static func constraints(_ text: String) -> TestExtension { .named(NID_policy_constraints, text) }

    /// The extensions of a CA, of a CA below it, of a third one and of the leaf. The chain is valid if the second certificate
    /// is the first CA's own, which does not count (RFC 5280 §6.1.4 (h)), and invalid if it is another CA's.
    @Test(
        arguments: [
            // 4.9.6, 4.9.7: an explicit policy is required behind three certificates.
            ([constraints("requireExplicitPolicy:3")], [], [], []),
            // 4.11.7, 4.11.8: mapping is inhibited behind one certificate.
            ([a, constraints(explicit + ",inhibitPolicyMapping:1")], [a], [a, mapping], [b]),
            // 4.12.7, 4.12.8: anyPolicy is inhibited behind one certificate.
            ([a, constraints(explicit), .named(NID_inhibit_any_policy, "critical,1")], [any], [any], [a]),
        ] as [([TestExtension], [TestExtension], [TestExtension], [TestExtension])])
    func certificatesOfACAForItselfDoNotCount(
        upper: [TestExtension], own: [TestExtension], lower: [TestExtension], leaf: [TestExtension]
    ) throws {
        for name in ["Upper", "Other"] {
            let root = try TestIdentity(.authority("Root"))
            let first = try root.issue(Self.authority("Upper", upper))
            let second = try first.issue(Self.authority(name, own))
            let third = try second.issue(Self.authority("Lower", lower))
            var description = TestCertificate.leaf("example.com")
            description.extensions += leaf
            let chain = [try third.issue(description), third, second, first]
            #expect(Self.faults(of: chain, below: root) == (name == "Upper" ? [] : [.certificatePolicies]))
        }
    }

    /// 4.5.3, 4.6.15: a CA changes its key, below a limit of its path length.
    @Test func aCAMayIssueToItsNewKey() throws {
        let root = try TestIdentity(.authority("Root"))
        let old = try root.issue(.authority("CA", "critical,CA:TRUE,pathlen:0"))
        let newWithOld = try old.issue(.authority("CA", "critical,CA:TRUE,pathlen:0"))
        #expect(Self.faults(of: [try newWithOld.issue(.leaf("a.test")), newWithOld, old], below: root) == [])
        let other = try old.issue(.authority("Other"))
        #expect(Self.faults(of: [try other.issue(.leaf("a.test")), other, old], below: root) == [.pathLength])
    }

    /// 4.13: constraints of a CA, the alternative name of the leaf, and whether it is permitted.
    @Test(
        arguments: [
            ("permitted;email:.example.com", "email:a@mail.example.com", true),
            ("permitted;email:.example.com", "email:a@example.com", false),
            ("permitted;email:example.com", "email:a@example.com", true),
            ("permitted;email:example.com", "email:a@mail.example.com", false),
            ("excluded;email:example.com", "email:a@mail.example.com", true),
            ("excluded;email:example.com", "email:a@example.com", false),
            ("permitted;URI:.example.com", "URI:http://www.example.com/index.html", true),
            ("permitted;URI:.example.com", "URI:http://example.com/index.html", false),
            ("excluded;URI:www.example.com", "URI:ftp://www.example.com:21/a", false),
            ("excluded;URI:www.example.com", "URI:http://www.example.org/a", true),
            ("permitted;DNS:example.com", "DNS:www.example.com", true),
            ("permitted;DNS:example.com", "DNS:badexample.com", false),
        ])
    func constrainsNamesOfEachKind(constraint: String, name: String, isPermitted: Bool) throws {
        let root = try TestIdentity(.authority("Root"))
        let limited = try root.issue(
            .authority("Limited", "critical,CA:TRUE", .named(NID_name_constraints, "critical,\(constraint)")))
        let leaf = try limited.issue(
            TestCertificate(commonName: "A", extensions: [.named(NID_subject_alt_name, name)]))
        #expect(Self.faults(of: [leaf, limited], below: root) == (isPermitted ? [] : [.nameConstraint]))
    }

    /// 4.13.1, 4.13.2, 4.13.6, 4.13.7: a directory name constrains the subject.
    @Test(arguments: [(0, "A", true), (0, "B", false), (1, "A", false), (1, "B", true)] as [(UInt8, String, Bool)])
    func constrainsSubjects(kind: UInt8, name: String, isPermitted: Bool) throws {
        let attribute = Self.sequence([0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x01] + Array("A".utf8))
        let directoryName = Self.tagged(0xA4, Self.sequence(Self.tagged(0x31, attribute)))
        let subtrees = Self.sequence(Self.tagged(0xA0 + kind, Self.sequence(directoryName)))
        let root = try TestIdentity(.authority("Root"))
        let limited = try root.issue(
            .authority("Limited", "critical,CA:TRUE", .raw("2.5.29.30", isCritical: true, subtrees)))
        let leaf = try limited.issue(
            TestCertificate(commonName: name, extensions: [.named(NID_subject_alt_name, "DNS:a.test")]))
        #expect(Self.faults(of: [leaf, limited], below: root) == (isPermitted ? [] : [.nameConstraint]))
    }

    private static func faults(of chain: [TestIdentity], below root: TestIdentity) -> [PathFault.Reason] {
        ChainEvaluator(TrustStore(systemRoots: [root.der])).evaluate(certificates: chain.map(\.der), at: now)
            .faults.map(\.reason)
    }

    private static func authority(_ name: String, _ further: [TestExtension]) -> TestCertificate {
        var description = TestCertificate.authority(name)
        description.extensions += further
        return description
    }

    /// The object identifier 1.2.3.N.
    private static func policy(_ number: UInt8) -> [UInt8] { [0x06, 0x03, 0x2A, 0x03, number] }

    private static func policies(_ number: UInt8) -> TestExtension {
        .raw("2.5.29.32", isCritical: false, sequence(sequence(policy(number))))
    }

    private static let anyPolicy: [UInt8] = [0x06, 0x04, 0x55, 0x1D, 0x20, 0x00]

    private static func sequence(_ content: [UInt8]) -> [UInt8] { tagged(0x30, content) }

    /// An element of less than 128 bytes.
    private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
}
