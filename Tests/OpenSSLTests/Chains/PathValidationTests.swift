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

    @Test func acceptsOnlyVersion1RootsWithoutConstraints() throws {
        let old = try TestIdentity(TestCertificate(commonName: "Old", version: 1))
        #expect(chain.evaluate([try old.issue(.leaf("example.com"))], system: [old]).faults.isEmpty)
        let silent = try TestIdentity(TestCertificate(commonName: "Silent"))
        let noCA = try TestIdentity(.authority("No CA", "CA:FALSE"))
        for root in [silent, noCA] {
            let below = try root.issue(.leaf("example.com"))
            for evaluation in [chain.evaluate([below], system: [root]), chain.evaluate([below], user: [root])] {
                #expect(evaluation.faults.map(\.reason) == [.notAnIssuer])
            }
        }
    }

    /// Name and signature match, but the certificate's authority key identifier is of another key.
    @Test(
        arguments: [
            ([0x30, 0x03, 0x80, 0x01, 0x07], .keyIdentifier), ([0x30, 0x02, 0x80, 0x00], nil), ([0x30, 0x00], nil),
        ] as [([UInt8], PathFault.Reason?)])
    func keyIdentifiersMustMatch(identifier: [UInt8], reason: PathFault.Reason?) throws {
        var description = TestCertificate.leaf("example.com", .raw("2.5.29.35", isCritical: false, identifier))
        description.includesKeyIdentifiers = false
        let leaf = try chain.intermediate.issue(description)
        let below = try chain.root.issue(description)
        let evaluations = [
            chain.evaluate([leaf, chain.intermediate], system: [chain.root]),
            chain.evaluate([below], user: [chain.root]),
        ]
        for evaluation in evaluations {
            #expect(evaluation.faults == [reason].compactMap { $0.map { PathFault($0, subject: "CN=example.com") } })
        }
    }

    /// Two issuers with the same key and name, of which only one has the key identifier.
    @Test func prefersTheIssuerWithTheMatchingKeyIdentifier() throws {
        var description = TestCertificate.authority("Intermediate", "critical,CA:TRUE")
        description.includesKeyIdentifiers = false
        description.extensions.append(.raw("2.5.29.14", isCritical: false, octetString([7])))
        let other = try chain.root.issue(description, key: chain.intermediate.key)
        let both = chain.evaluate([chain.leaf, other, chain.intermediate], system: [chain.root])
        #expect(both.faults.isEmpty && both.path.count == 3)
        #expect(chain.evaluate([chain.leaf, other], system: [chain.root]).faults.map(\.reason) == [.keyIdentifier])
    }

    /// An authority key identifier has the issuer's issuer and serial number, or neither (SecCertificate.c,
    /// `SecCEPAuthorityKeyIdentifier`). In an anchor that counts only if the extension is critical (`SecCertificateParse`;
    /// SecPolicyServer.c, `SecPolicyCheckBasicCertificateProcessing`), so that x509-limbo's
    /// `webpki::aki::root-with-aki-authoritycertserialnumber` is accepted.
    @Test(
        arguments: [
            ([0x30, 0x03, 0x82, 0x01, 0x01], false), ([0x30, 0x05, 0xA1, 0x03, 0x82, 0x01, 0x61], false),
            ([0x30, 0x08, 0xA1, 0x03, 0x82, 0x01, 0x61, 0x82, 0x01, 0x01], true),
        ] as [([UInt8], Bool)], [false, true])
    func refusesAnIncompleteAuthorityKeyIdentifier(of identifier: ([UInt8], isWhole: Bool), isCritical: Bool) throws {
        let half = TestExtension.raw("2.5.29.35", isCritical: isCritical, identifier.0)
        var leaf = TestCertificate.leaf("example.com", half)
        var authority = TestCertificate.authority("Authority", "critical,CA:TRUE", half)
        leaf.includesKeyIdentifiers = false
        authority.includesKeyIdentifiers = false
        let root = try TestIdentity(authority)
        let intermediate = try chain.root.issue(authority)
        let below = try root.issue(.leaf("a.test"))
        let isWhole = identifier.isWhole
        let evaluations = [
            (chain.evaluate([try chain.root.issue(leaf)], system: [chain.root]), isWhole),
            (chain.evaluate([try intermediate.issue(.leaf("a.test")), intermediate], system: [chain.root]), isWhole),
            (chain.evaluate([below], system: [root]), isWhole || !isCritical),
            (chain.evaluate([below], user: [root]), isWhole || !isCritical),
        ]
        for (evaluation, isFaultless) in evaluations {
            let text = "its authority key identifier has an issuer or a serial number, and not both"
            #expect(evaluation.faults.map(\.reason) == (isFaultless ? [] : [.unreadable(text)]))
        }
    }

    /// Name constraints for kinds of names that Apple's evaluator does not support, critical or not. nameconstraints.c,
    /// `nc_compare_subtree`: a name of another kind is not compared, and one of the kind matches no subtree. Excluded subtrees
    /// therefore exclude nothing, as in x509-limbo's `rfc5280::nc::nc-forbids-othername-noop`, and permitted ones permit no
    /// name of their kind. Later tags declare `SecNameConstraintsAreSubtreesSupported`, whose use is not known here.
    @Test(
        arguments: [
            ("permitted;RID:1.2.3.4", "DNS:a.test", true), ("permitted;RID:1.2.3.4", "DNS:a.test,RID:1.2.3.4", false),
            ("excluded;RID:1.2.3.4", "DNS:a.test", true), ("excluded;RID:1.2.3.4", "DNS:a.test,RID:1.2.3.4", true),
            ("excluded;otherName:1.2.3.4;NULL", "DNS:a.test", true),
            ("excluded;otherName:1.2.3.4;NULL", "DNS:a.test,otherName:1.2.3.4;NULL", true),
            ("permitted;otherName:1.2.3.4;NULL", "DNS:a.test", true),
            ("permitted;otherName:1.2.3.4;NULL", "DNS:a.test,otherName:1.2.3.4;NULL", false),
            // The supported kinds beside them still count.
            ("permitted;DNS:a.test,excluded;RID:1.2.3.4", "DNS:a.test", true),
            ("permitted;DNS:b.test,excluded;RID:1.2.3.4", "DNS:a.test", false),
            ("excluded;RID:1.2.3.4,excluded;DNS:a.test,excluded;RID:1.2.3.5", "DNS:a.test", false),
            ("excluded;email:a.test", "DNS:a.test", true),
            ("excluded;email:a.test", "DNS:a.test,email:x@a.test", false),
        ], [false, true])
    func unsupportedNameConstraintsExcludeNothing(
        of names: (constraint: String, alternatives: String, isPermitted: Bool), isCritical: Bool
    ) throws {
        let constraint = TestExtension.named(NID_name_constraints, (isCritical ? "critical," : "") + names.constraint)
        let limited = try chain.root.issue(.authority("Limited", "critical,CA:TRUE", constraint))
        let root = try TestIdentity(.authority("Limited Root", "critical,CA:TRUE", constraint))
        let leaf = TestCertificate(
            commonName: "a.test", extensions: [.named(NID_subject_alt_name, names.alternatives)])
        let evaluations: [(ChainEvaluation, PathFault.Reason)] = [
            (chain.evaluate([try limited.issue(leaf), limited], system: [chain.root]), .nameConstraint),
            (chain.evaluate([try root.issue(leaf)], system: [root]), .anchorNameConstraint),
        ]
        for (evaluation, reason) in evaluations {
            #expect(evaluation.faults == (names.isPermitted ? [] : [PathFault(reason, subject: "CN=a.test")]))
        }
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

    /// An intermediate, a trusted root and a server's certificate that is marked as a CA.
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
        #expect(evaluation.faults == [PathFault(.anchorPathLength, subject: "CN=Narrow")])
        let selfIssued = try narrow.issue(.authority("Narrow"))
        #expect(chain.evaluate([try selfIssued.issue(.leaf("a.test")), selfIssued], system: [narrow]).faults.isEmpty)
    }

    @Test(
        arguments: [
            ("permitted;DNS:example.com", "www.example.com", true), ("permitted;DNS:example.com", "example.org", false),
            ("excluded;DNS:example.com", "www.example.com", false), ("excluded;DNS:example.com", "example.org", true),
            ("permitted;IP:10.0.0.0/255.0.0.0", "example.com", true),
        ] as [(String, String, Bool)])
    func appliesNameConstraints(constraint: String, name: String, isPermitted: Bool) throws {
        let limited = try chain.root.issue(
            .authority("Limited", "critical,CA:TRUE", .named(NID_name_constraints, "critical,\(constraint)")))
        let withNames = try limited.issue(.leaf(name))
        let commonNameAlone = try limited.issue(TestCertificate(commonName: name))
        let kinds: [(TestIdentity, PathFault.Reason)] = [
            (withNames, .nameConstraint), (commonNameAlone, .commonNameConstraint),
        ]
        for (leaf, reason) in kinds {
            let evaluation = chain.evaluate([leaf, limited], system: [chain.root])
            #expect(evaluation.faults.map(\.reason) == (isPermitted ? [] : [reason]))
        }
    }

    /// Up to 1,024 constraints of a CA are compared, permitted and excluded together. The last one decides on the name.
    @Test(arguments: [
        (1023, 0, true), (1024, 0, true), (1025, 0, false), (512, 511, true), (512, 512, true), (512, 513, false),
    ])
    func comparesALimitedNumberOfNameConstraints(permitted: Int, excluded: Int, isCompared: Bool) throws {
        let names =
            (1..<permitted).map { "permitted;DNS:p\($0).test" } + ["permitted;DNS:example.com"]
            + (0..<excluded).map { $0 == excluded - 1 ? "excluded;DNS:bad.example.com" : "excluded;DNS:e\($0).test" }
        let constraint = TestExtension.named(NID_name_constraints, "critical," + names.joined(separator: ","))
        let limited = try chain.root.issue(.authority("Limited", "critical,CA:TRUE", constraint))
        func reasons(_ name: String) throws -> [PathFault.Reason] {
            chain.evaluate([try limited.issue(.leaf(name)), limited], system: [chain.root]).faults.map(\.reason)
        }
        let tooMany = [PathFault.Reason.other("there are too many name constraints above it")]
        #expect(try reasons("www.example.com") == (isCompared ? [] : tooMany))
        #expect(try reasons("www.example.org") == (isCompared ? [.nameConstraint] : tooMany))
        let forbidden = excluded > 0 ? [PathFault.Reason.nameConstraint] : []
        #expect(try reasons("bad.example.com") == (isCompared ? forbidden : tooMany))
    }

    /// SecCertificate.c, `SecCertificateParse`: a serial number of up to 37 octets is read, of a leaf and of an anchor.
    @Test(arguments: [(2, true), (20, true), (21, true), (36, true), (37, true), (38, false), (130, false)])
    func limitsTheLengthOfSerialNumbers(octets: Int, isReadable: Bool) throws {
        let reasons: [PathFault.Reason] = isReadable ? [] : [.unreadable("its serial number has more than 37 octets")]
        // The second begins with a bit that needs a zero octet before it, which counts.
        for first: UInt8 in [0x7F, 0x80] {
            let serial = [first] + [UInt8](repeating: 7, count: octets - (first < 0x80 ? 1 : 2))
            var leaf = TestCertificate.leaf("example.com")
            leaf.longSerial = serial
            #expect(chain.evaluate([try chain.root.issue(leaf)], system: [chain.root]).faults.map(\.reason) == reasons)
            var authority = TestCertificate.authority("Long")
            authority.longSerial = serial
            let root = try TestIdentity(authority)
            #expect(chain.evaluate([try root.issue(.leaf("a.test"))], system: [root]).faults.map(\.reason) == reasons)
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
    func checksExtensions(extra: TestExtension, reason: PathFault.Reason?) throws {
        let leaf = try chain.intermediate.issue(.leaf("example.com", extra))
        let evaluation = chain.evaluate([leaf, chain.intermediate], system: [chain.root])
        #expect(evaluation.faults.map(\.reason) == [reason].compactMap { $0 })
    }

    /// SecCertificate.c, `SecCertificateParse` and its parsers: what Apple's evaluator refuses although OpenSSL reads it.
    @Test(
        arguments: [
            ("2.5.29.15", [0x03, 0x04, 0x05, 0xA0, 0x00, 0x00]), ("2.5.29.15", [0x03, 0x01, 0x00]),
            ("1.3.6.1.5.5.7.1.1", [0x30, 0x00]), ("2.5.29.32", [0x30, 0x00]), ("2.5.29.31", [0x30, 0x00]),
            ("2.5.29.31", [0x30, 0x02, 0x30, 0x00]),
            (
                "1.3.6.1.5.5.7.1.1",
                [
                    0x30, 0x10, 0x30, 0x0E, 0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0xA4, 0x02,
                    0x30, 0x00,
                ]
            ),
        ] as [(String, [UInt8])])
    func refusesWhatAppleCannotParse(identifier: String, value: [UInt8]) throws {
        for isCritical in [false, true] {
            let extra = TestExtension.raw(identifier, isCritical: isCritical, value)
            let leaf = try chain.intermediate.issue(.leaf("example.com", extra))
            let evaluation = chain.evaluate([leaf, chain.intermediate], system: [chain.root])
            #expect(evaluation.faults.map(\.reason) == [.unreadable("the extension \(identifier)")])
        }
    }

    /// Critical extensions of a leaf, and whether Apple's evaluator knows them (`SecCertificateInitializeExtensionParsers`,
    /// `isAppleExtensionOID`).
    @Test(arguments: [
        ("1.3.6.1.5.5.7.1.3", true), ("2.16.840.1.113730.1.1", true), ("2.5.29.16", true),
        ("1.3.6.1.5.5.7.48.1.5", true), ("1.3.6.1.5.5.7.1.11", true), ("1.2.840.113533.7.65.0", true),
        ("1.2.840.113635.100.6.27.1", true), ("1.2.840.113635.100.7.1", false), ("1.3.6.1.5.5.7.1.24", false),
        ("1.3.6.1.4.1.41577.5.9", true),
    ])
    func knowsCriticalExtensions(identifier: String, isKnown: Bool) throws {
        let extra = TestExtension.raw(identifier, isCritical: true, [0x05, 0x00])
        let leaf = try chain.intermediate.issue(.leaf("example.com", extra))
        let evaluation = chain.evaluate([leaf, chain.intermediate], system: [chain.root])
        #expect(evaluation.faults.map(\.reason) == (isKnown ? [] : [.unknownCriticalExtension(identifier)]))
        // SecPolicyCheckBasicCertificateProcessing does not look at the extensions of an anchor.
        let root = try TestIdentity(.authority("Odd Root", "critical,CA:TRUE", extra))
        #expect(chain.evaluate([try root.issue(.leaf("a.test"))], system: [root]).faults.isEmpty)
    }

    /// A critical subject key identifier is read like any other (SecCertificate.c, `SecCEPSubjectKeyIdentifier`; a comment in
    /// SecPolicyServer.c, `SecPolicyCheckIdLinkage`, says that the bit is not checked). x509-limbo's
    /// `rfc5280::ski::critical-ski` is refused all the same: the identifier of its root is of another key than the one that
    /// the leaf names.
    @Test(
        arguments: [false, true],
        [([0x04, 0x01, 0x07], nil), ([0x04, 0x01, 0x08], .keyIdentifier)] as [([UInt8], PathFault.Reason?)])
    func readsACriticalSubjectKeyIdentifier(isCritical: Bool, of own: ([UInt8], reason: PathFault.Reason?)) throws {
        let named = TestExtension.raw("2.5.29.35", isCritical: false, [0x30, 0x03, 0x80, 0x01, 0x07])
        var authority = TestCertificate.authority(
            "Odd", "critical,CA:TRUE", .raw("2.5.29.14", isCritical: isCritical, own.0))
        var leaf = TestCertificate.leaf("a.test", named)
        authority.includesKeyIdentifiers = false
        leaf.includesKeyIdentifiers = false
        let root = try TestIdentity(authority)
        let intermediate = try chain.root.issue(authority)
        for evaluation in [
            chain.evaluate([try root.issue(leaf)], system: [root]),
            chain.evaluate([try root.issue(leaf)], user: [root]),
            chain.evaluate([try intermediate.issue(leaf), intermediate], system: [chain.root]),
        ] {
            #expect(evaluation.faults.map(\.reason) == [own.reason].compactMap { $0 })
        }
    }

    /// SecPVCParentCertificateChecks: an intermediate of version 1 needs a root of version 1.
    @Test func acceptsAVersion1IntermediateUnderAVersion1Root() throws {
        let root = try TestIdentity(TestCertificate(commonName: "Old Root", version: 1))
        let old = try root.issue(TestCertificate(commonName: "Old", version: 1))
        let leaf = try old.issue(.leaf("example.com"))
        #expect(chain.evaluate([leaf, old], system: [root]).faults.isEmpty)
    }

    /// nameconstraints.c, `SecNameConstraintsIntersectSubtrees`: subtrees of two issuers, the name of the leaf, and whether
    /// it is permitted. Subtrees that do not contain each other are both kept.
    @Test(
        arguments: [
            ("one.test", "two.test", "a.one.test", true), ("one.test", "two.test", "a.two.test", true),
            ("one.test", "two.test", "a.three.test", false), ("one.test", "a.one.test", "b.one.test", false),
            ("a.one.test", "one.test", "b.one.test", false), ("a.one.test", "one.test", "a.one.test", true),
        ] as [(String, String, String, Bool)])
    func combinesPermittedSubtrees(upper: String, lower: String, name: String, isPermitted: Bool) throws {
        func limited(_ issuer: TestIdentity, _ name: String, to subtree: String) throws -> TestIdentity {
            try issuer.issue(
                .authority(name, "critical,CA:TRUE", .named(NID_name_constraints, "critical,permitted;DNS:\(subtree)")))
        }
        let first = try limited(chain.root, "Upper", to: upper)
        let second = try limited(first, "Lower", to: lower)
        let evaluation = chain.evaluate([try second.issue(.leaf(name)), second, first], system: [chain.root])
        #expect(evaluation.faults.isEmpty == isPermitted)
    }
}
