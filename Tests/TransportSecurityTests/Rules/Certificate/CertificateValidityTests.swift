import Testing

@testable import TransportSecurity

@Suite struct CertificateValidityTests {
    @Test(
        arguments: [
            (0, Outcome.Kind.compliant), (-1, .violation), (90 * 86_400, .compliant), (90 * 86_400 + 1, .violation),
        ] as [(Int64, Outcome.Kind)])
    func bothEndsAreInclusive(secondsFromStart: Int64, expected: Outcome.Kind) {
        let leaf = Sample.leaf { $0.notAfter = $0.notBefore + 90 * 86_400 }
        let outcome = CertificateValidity().evaluate(
            Sample.secure(Sample.chain(leaf)), under: Sample.requirements(), at: leaf.notBefore + secondsFromStart)
        #expect(outcome.kind == expected)
    }

    @Test func checksEveryCertificateOfThePath() {
        let root = Sample.root { $0.notAfter = Instant(year: 2020, month: 1, day: 1) }
        let outcome = CertificateValidity().evaluate(
            Sample.secure(Sample.chain(Sample.leaf(), Sample.intermediate(), root)), under: Sample.requirements(),
            at: Sample.now)
        #expect(outcome.text == "A certificate of example.com is out of date: CN=Root expired on 2020-01-01.")
    }

    /// Dates alone would say that a certificate which ended today at noon is demanded to be valid today.
    @Test func namesTheTimeOfACertificateThatEndsToday() {
        let leaf = Sample.leaf { $0.notAfter = Sample.now + 3600 }
        let finding = CertificateValidity().evaluate(
            Sample.secure(Sample.chain(leaf)), under: Sample.requirements(), at: Sample.now + 7200
        ).finding
        #expect(finding?.actual == "CN=example.com expired on 2026-01-15T01:00:00Z")
        #expect(finding?.expected == "certificates valid on 2026-01-15T02:00:00Z")
        #expect(finding?.briefReason == "expired on 2026-01-15T01:00:00Z")
    }

    @Test func theReasonNamesAnIssuer() {
        let issuer = Sample.intermediate { $0.notAfter = Instant(year: 2020, month: 1, day: 1) }
        let finding = CertificateValidity().evaluate(
            Sample.secure(Sample.chain(Sample.leaf(), issuer)), under: Sample.requirements(), at: Sample.now
        ).finding
        #expect(finding?.briefReason == "CN=Intermediate expired on 2020-01-01")
    }

    @Test(arguments: [(-1, nil), (100 * 86_400, -9814)] as [(Int64, Int?)])
    func namesTheErrorOfALoadWithoutATS(secondsFromStart: Int64, code: Int?) {
        let leaf = Sample.leaf()
        let finding = CertificateValidity().evaluate(
            Sample.secure(), under: Sample.requirements(change: Sample.off), at: leaf.notBefore + secondsFromStart
        ).finding
        #expect(finding?.urlError == -1202 && finding?.status == code)
    }

    @Test func isNotApplicableWithoutACertificate() {
        #expect(
            CertificateValidity().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now)
                == .notApplicable)
    }
}
