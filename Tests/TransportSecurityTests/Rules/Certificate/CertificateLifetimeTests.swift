import Testing

@testable import TransportSecurity

@Suite struct CertificateLifetimeTests {
    static let day: Int64 = 86_400
    static let sep2020 = Instant(year: 2020, month: 9, day: 1)
    static let mar2018 = Instant(year: 2018, month: 3, day: 1)
    static let jul2016 = Instant(year: 2016, month: 7, day: 1)
    static let cutOff = Instant(year: 2019, month: 6, day: 30, hour: 23)

    @Test(
        arguments: [
            (sep2020, 398 * day, Outcome.Kind.compliant), (sep2020, 398 * day + 1, .violation),
            (sep2020 + -1, 825 * day + 3600, .compliant), (sep2020 + -1, 825 * day + 3601, .violation),
            (mar2018, 825 * day + 3600, .compliant), (mar2018, 825 * day + 3601, .violation),
            (mar2018 + -1, 1188 * day + 3600, .compliant), (mar2018 + -1, 1188 * day + 3601, .violation),
            (jul2016 + -1, 1827 * day + 3600, .compliant), (jul2016 + -1, 1827 * day + 3601, .violation),
        ] as [(Instant, Int64, Outcome.Kind)])
    func boundsSystemRoots(issued: Instant, lifetime: Int64, expected: Outcome.Kind) {
        #expect(outcome(issued, lifetime, .system).kind == expected)
        #expect(outcome(issued, lifetime, .system, OSVersion(.ios, 12, 2)) == .notApplicable)
    }

    @Test(
        arguments: [
            (cutOff, 5000 * day, Outcome.Kind.notApplicable), (cutOff + 1, 825 * day + 3600, .compliant),
            (cutOff + 1, 825 * day + 3601, .violation), (sep2020, 825 * day, .compliant),
        ] as [(Instant, Int64, Outcome.Kind)])
    func boundsOtherRoots(issued: Instant, lifetime: Int64, expected: Outcome.Kind) {
        #expect(outcome(issued, lifetime, .user).kind == expected)
        #expect(outcome(issued, lifetime, .none).kind == expected)
    }

    @Test func aLeafTrustedDirectlyHasNoLifetimeLimit() {
        let leaf = Sample.leaf { $0.notAfter = $0.notBefore + 5000 * Self.day }
        let chain = ChainEvaluation(presented: [leaf], path: [leaf], anchor: .user)
        let outcome = CertificateLifetime().evaluate(
            Sample.secure(chain), under: Sample.requirements(), at: Sample.now)
        #expect(outcome == .notApplicable)
    }

    @Test func countsDaysInItsSentence() {
        let finding = outcome(Self.sep2020, 398 * Self.day + 1, .system).finding
        #expect(finding?.expected == "at most 398 days" && finding?.actual == "399 days")
    }

    private func outcome(
        _ issued: Instant, _ lifetime: Int64, _ anchor: ChainEvaluation.Anchor, _ os: OSVersion = .newest
    ) -> Outcome {
        let leaf = Sample.leaf {
            $0.notBefore = issued
            $0.notAfter = issued + lifetime
        }
        return CertificateLifetime().evaluate(
            Sample.secure(Sample.chain(leaf, anchor: anchor)), under: Sample.requirements(os), at: Sample.now)
    }
}
