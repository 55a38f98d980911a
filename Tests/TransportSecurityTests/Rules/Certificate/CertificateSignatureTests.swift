import Testing

@testable import TransportSecurity

@Suite struct CertificateSignatureTests {
    typealias Digest = Certificate.Digest

    @Test(
        arguments: [
            (Digest.sha256, Outcome.Kind.compliant), (.sha512, .compliant), (.sha224, .violation), (.sha1, .violation),
            (.md5, .violation), (nil, .compliant),
        ] as [(Digest?, Outcome.Kind)])
    func boundsTheLeafUnderATS(digest: Digest?, expected: Outcome.Kind) {
        for os in [OSVersion(.ios, 9), .newest] {
            #expect(outcome(Sample.chain(leaf(digest), anchor: .user), Sample.requirements(os)).kind == expected)
        }
    }

    /// Default trust alone: SHA-1 on the leaf, then on the intermediate.
    @Test(
        arguments: [
            (9, ChainEvaluation.Anchor.system, Outcome.Kind.notApplicable, Outcome.Kind.notApplicable),
            (11, .system, .violation, .violation), (11, .user, .notApplicable, .notApplicable),
            (13, .user, .violation, .violation), (13, .none, .violation, .violation),
        ] as [(Int, ChainEvaluation.Anchor, Outcome.Kind, Outcome.Kind)])
    func defaultTrustRefusesSHA1(
        major: Int, anchor: ChainEvaluation.Anchor, onLeaf: Outcome.Kind, onIntermediate: Outcome.Kind
    ) {
        let requirements = Sample.requirements(OSVersion(.ios, major)) { $0.allowsInsecureHTTPLoads = true }
        #expect(outcome(Sample.chain(leaf(.sha1), anchor: anchor), requirements).kind == onLeaf)
        let chain = Sample.chain(Sample.leaf(), intermediate(.sha1), anchor: anchor)
        #expect(outcome(chain, requirements).kind == onIntermediate)
        #expect(outcome(Sample.chain(leaf(.sha224), anchor: anchor), requirements).kind != .violation)
    }

    @Test(arguments: [(9, Outcome.Kind.compliant), (12, .compliant), (13, .violation)])
    func boundsIntermediatesUnderATSFromIOS13(major: Int, expected: Outcome.Kind) {
        let chain = Sample.chain(Sample.leaf(), intermediate(.sha224))
        #expect(outcome(chain, Sample.requirements(OSVersion(.ios, major))).kind == expected)
    }

    /// An intermediate under a user's root, with and without ATS, by system (SecPolicyServer.c,
    /// `SecPolicyCheckBasicCertificateProcessing`, from iOS 12.2 on).
    @Test(
        arguments: [
            (.md5, .iOS(12, 1), false), (.md5, .iOS(12, 2), true), (.md5, .macOS(10, 13), false),
            (.md5, .macOS(10, 14), true), (.md4, .iOS(12, 1), false), (.md4, .iOS(12, 2), true),
            (.md2, .iOS(12, 2), true), (.sha1, .iOS(12, 2), false), (.md5, .newest, true),
        ] as [(Digest, OSVersion, Bool)])
    func refusesMD5UnderAUsersRootFromIOS12_2(digest: Digest, os: OSVersion, isRefused: Bool) {
        let chain = Sample.chain(Sample.leaf(), intermediate(digest), anchor: .user)
        for requirements in [Sample.requirements(os), Sample.requirements(os, change: Sample.off)] {
            #expect((outcome(chain, requirements).kind == .violation) == isRefused)
        }
    }

    @Test func selfSignedCertificatesAreExempt() {
        let root = Sample.root { $0.signature = .init(name: "sha1WithRSAEncryption", digest: .sha1) }
        let chain = Sample.chain(Sample.leaf(), Sample.intermediate(), root)
        #expect(outcome(chain, Sample.requirements()) == .compliant)
        let own = Sample.leaf {
            $0.isSelfSigned = true
            $0.signature.digest = .sha1
        }
        let alone = ChainEvaluation(presented: [own], path: [own], anchor: .none)
        #expect(outcome(alone, Sample.requirements()) == .notApplicable)
    }

    @Test func oneFindingNamesEachCertificate() {
        let both = outcome(Sample.chain(leaf(.sha1), intermediate(.sha1)), Sample.requirements()).finding
        #expect(both?.status == -9802 && both?.message.contains("CN=example.com") == true)
        #expect(both?.message.contains("CN=Intermediate") == true)
        let above = outcome(Sample.chain(Sample.leaf(), intermediate(.sha1)), Sample.requirements()).finding
        #expect(above?.status == -9802 && above?.message.contains("CN=example.com") == false)
    }

    private func leaf(_ digest: Digest?) -> Certificate {
        Sample.leaf { $0.signature.digest = digest }
    }

    private func intermediate(_ digest: Digest?) -> Certificate {
        Sample.intermediate { $0.signature.digest = digest }
    }

    private func outcome(_ chain: ChainEvaluation, _ requirements: Requirements) -> Outcome {
        CertificateSignature().evaluate(Sample.secure(chain), under: requirements, at: Sample.now)
    }
}
