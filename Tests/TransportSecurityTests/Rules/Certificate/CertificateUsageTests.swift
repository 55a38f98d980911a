import Testing

@testable import TransportSecurity

@Suite struct CertificateUsageTests {
    static let server = "1.3.6.1.5.5.7.3.1"
    static let client = "1.3.6.1.5.5.7.3.2"
    static let any = "2.5.29.37.0"
    static let gated = "2.16.840.1.113730.4.1"

    /// Purposes of the leaf, and whether the strict (system root, iOS 13) and the older evaluation accept them.
    @Test(
        arguments: [
            (nil, false, true), ([], false, false), ([server], true, true), ([client, server], true, true),
            ([any], false, true), ([client], false, false), ([gated], false, true),
        ] as [([String]?, Bool, Bool)])
    func readsTheLeaf(purposes: [String]?, strict: Bool, loose: Bool) {
        let leaf = Sample.leaf { $0.extendedKeyUsage = purposes }
        for (os, anchor, accepts) in [
            (OSVersion.newest, ChainEvaluation.Anchor.system, strict), (OSVersion.newest, .user, loose),
            (OSVersion(.ios, 12, 2), .system, loose), (OSVersion.newest, .none, strict),
        ] {
            let outcome = outcome(Sample.chain(leaf, anchor: anchor), os)
            #expect(outcome.kind == (accepts ? .compliant : .violation))
        }
    }

    @Test(arguments: [(0, Outcome.Kind.compliant), (1, .violation)] as [(Int64, Outcome.Kind)])
    func isStrictWithoutAnAnchorAfterTheCutOff(seconds: Int64, expected: Outcome.Kind) {
        let leaf = Sample.leaf {
            $0.extendedKeyUsage = nil
            $0.notBefore = Instant(year: 2019, month: 6, day: 30, hour: 23) + seconds
        }
        #expect(outcome(Sample.chain(leaf, anchor: .none)).kind == expected)
    }

    @Test(
        arguments: [
            (nil, Outcome.Kind.compliant), ([], .compliant), ([client], .violation), ([any], .compliant),
            ([server, client], .compliant),
        ] as [([String]?, Outcome.Kind)])
    func readsIntermediatesUnderAnyAnchor(purposes: [String]?, expected: Outcome.Kind) {
        let intermediate = Sample.intermediate { $0.extendedKeyUsage = purposes }
        #expect(outcome(Sample.chain(Sample.leaf(), intermediate)).kind == expected)
        #expect(outcome(Sample.chain(Sample.leaf(), intermediate, anchor: .user)).kind == expected)
        for (os, isBound) in [
            (OSVersion.iOS(13, 3), false), (.iOS(13, 4), true), (.macOS(10, 14), false), (.macOS(10, 15), true),
        ] {
            let found = outcome(Sample.chain(Sample.leaf(), intermediate), os)
            #expect(found.kind == (isBound ? expected : .compliant))
        }
    }

    @Test func isNotApplicableWithoutACertificate() {
        #expect(
            CertificateUsage().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now)
                == .notApplicable)
    }

    private func outcome(_ chain: ChainEvaluation, _ os: OSVersion = .newest) -> Outcome {
        CertificateUsage().evaluate(Sample.secure(chain), under: Sample.requirements(os), at: Sample.now)
    }
}
