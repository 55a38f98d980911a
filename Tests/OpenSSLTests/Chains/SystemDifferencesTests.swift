import COpenSSL
import InternetNames
import OpenSSL
import Testing
import TransportSecurity

/// Real chains that some systems refuse and others do not, with the rule that refuses.
@Suite struct SystemDifferencesTests {
    enum Chain {
        /// A user's root, an intermediate that is signed with MD5, a leaf.
        case md5UnderUsersRoot
        /// The same with SHA-1.
        case sha1UnderUsersRoot
        /// A root of the system, a leaf with RSA of 2,047 bits.
        case rsa2047
        /// A root whose path length is 0, an intermediate, a leaf.
        case anchorPathLength
        /// The same below an intermediate with that path length.
        case pathLength
        /// A root that permits the names of another domain, a leaf.
        case anchorPermits
        /// A root that excludes the domain of the leaf.
        case anchorExcludes
        /// The same, for a leaf that has the name as its common name only.
        case anchorExcludesCommonName
        /// An intermediate that excludes the domain of the leaf.
        case excludes
    }

    /// iOS 12.2: SecPolicyServer.c, `SecPolicyCheckBasicCertificateProcessing` begins to refuse weak signatures under any
    /// anchor. iOS 13: it begins with the subtrees of the anchor. iOS 15: the path builder counts with the path length of the
    /// anchor. RSA 2,047: SecCertificate.c, `SecCertificateGetPublicKeyAlgorithmIdAndSize`, measures octets.
    @Test(
        arguments: [
            (.md5UnderUsersRoot, .iOS(12, 1), nil), (.md5UnderUsersRoot, .iOS(12, 2), .certificateSignature),
            (.md5UnderUsersRoot, .newest, .certificateSignature), (.sha1UnderUsersRoot, .iOS(12, 2), nil),
            (.sha1UnderUsersRoot, .iOS(13), .certificateSignature), (.rsa2047, .iOS(11), nil),
            (.rsa2047, .iOS(13), nil), (.rsa2047, .newest, nil), (.anchorPathLength, .iOS(14, 8), nil),
            (.anchorPathLength, .macOS(11), nil), (.anchorPathLength, .iOS(15), .certificateTrust),
            (.anchorPathLength, .macOS(12), .certificateTrust), (.anchorPathLength, .newest, .certificateTrust),
            (.pathLength, .iOS(9), .certificateTrust), (.pathLength, .newest, .certificateTrust),
            (.anchorPermits, .iOS(12, 5), nil), (.anchorPermits, .iOS(13), .certificateTrust),
            (.anchorExcludes, .iOS(12, 5), nil), (.anchorExcludes, .macOS(10, 14), nil),
            (.anchorExcludes, .iOS(13), .certificateTrust), (.anchorExcludes, .macOS(10, 15), .certificateTrust),
            (.anchorExcludesCommonName, .iOS(12, 5), nil), (.anchorExcludesCommonName, .iOS(13), nil),
            (.excludes, .iOS(9), .certificateTrust), (.excludes, .newest, .certificateTrust),
        ] as [(Chain, OSVersion, RuleID?)])
    func refusesBySystem(chain: Chain, os: OSVersion, rule: RuleID?) throws {
        #expect(
            try violations(of: chain, on: os, policy: ["NSAllowsArbitraryLoads": .boolean(true)])
                == [rule].compactMap { $0 })
    }

    /// ATS counts bits.
    @Test(arguments: [OSVersion.iOS(9), .newest])
    func refusesRSA2047UnderATS(os: OSVersion) throws {
        #expect(try violations(of: .rsa2047, on: os, policy: [:]) == [.certificateKeySize])
    }

    private func violations(
        of chain: Chain, on os: OSVersion, policy: [String: PropertyValue]
    ) throws -> [RuleID] {
        let requirements = Policy(policy, readBy: os).requirements(
            for: try #require(Host("www.example.com")), kind: .urlSession)
        let rules = RuleSet(
            RuleSet.standard(logs: nil).rules.filter {
                [.certificateTrust, .certificateSignature, .certificateKeySize].contains(type(of: $0).id)
            })
        let instant = Instant(year: 2026, month: 11, day: 20)
        let evaluation = try evaluation(of: chain, at: instant)
        let verdict = Verdict(of: .certificates(evaluation), under: requirements, by: rules, at: instant)
        return (verdict.violations + verdict.warnings).map(\.rule)
    }

    private func evaluation(of chain: Chain, at instant: Instant) throws -> ChainEvaluation {
        let name = "www.example.com"
        func excluding(_ name: String) -> TestExtension {
            .named(NID_name_constraints, "critical,excluded;DNS:\(name)")
        }
        var further: [TestExtension] = []
        var (rootConstraint, constraint) = ("critical,CA:TRUE", "critical,CA:TRUE")
        var issuers: [TestCertificate] = [.authority("Intermediate")]
        var leaf = TestCertificate.leaf(name)
        var key = try TestKey()
        switch chain {
        case .md5UnderUsersRoot: issuers[0].digest = "MD5"
        case .sha1UnderUsersRoot: issuers[0].digest = "SHA1"
        case .rsa2047: key = try TestKey(rsaBits: 2047)
        case .anchorPathLength: rootConstraint += ",pathlen:0"
        case .pathLength:
            constraint += ",pathlen:0"
            issuers = [.authority("Intermediate", constraint), .authority("Lower")]
        case .anchorPermits: further = [.named(NID_name_constraints, "critical,permitted;DNS:example.org")]
        case .anchorExcludes: further = [excluding("example.com")]
        case .anchorExcludesCommonName:
            further = [excluding("example.com")]
            leaf.extensions.removeFirst()
        case .excludes: issuers[0].extensions.append(excluding("example.com"))
        }
        var root = TestCertificate.authority("Root", rootConstraint)
        root.extensions += further
        let isUsers = [.md5UnderUsersRoot, .sha1UnderUsersRoot].contains(chain)
        // Only RSA signs with MD5.
        let anchor = try TestIdentity(root, key: isUsers ? TestKey(rsaBits: 2048) : TestKey())
        var path = [anchor]
        for issuer in issuers { path.insert(try path[0].issue(issuer), at: 0) }
        path.insert(try path[0].issue(leaf, key: key), at: 0)
        let roots = [anchor.der]
        let store = isUsers ? TrustStore(userRoots: roots) : TrustStore(systemRoots: roots)
        return ChainEvaluator(store).evaluate(certificates: path.dropLast().map(\.der), at: instant)
    }
}
