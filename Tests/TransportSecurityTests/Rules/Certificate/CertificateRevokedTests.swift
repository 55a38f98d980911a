import Testing

@testable import TransportSecurity

@Suite struct CertificateRevokedTests {
    @Test(
        arguments: [
            (ChainEvaluation.Revocation.good, Outcome.Kind.compliant),
            (.revoked(subject: "CN=example.com", source: "the stapled OCSP response"), .violation),
            (.notStated, .undetermined), (.unusable("it is out of date"), .undetermined),
        ])
    func usesStaplesAndLists(revocation: ChainEvaluation.Revocation, expected: Outcome.Kind) {
        #expect(outcome(revocation).kind == expected)
    }

    @Test func notesThatTheCertificateRequiresAStaple() {
        let chain = Sample.chain(Sample.leaf { $0.requiresStaple = true }) { $0.revocation = .notStated }
        let outcome = CertificateRevoked().evaluate(Sample.secure(chain), under: Sample.requirements(), at: Sample.now)
        #expect(outcome.text?.contains("although the certificate demands one") == true)
        #expect(self.outcome(.notStated).text?.contains("demands one") == false)
    }

    @Test func isNotApplicableWithoutACertificate() {
        #expect(
            CertificateRevoked().evaluate(.cleartext, under: Sample.requirements(), at: Sample.now) == .notApplicable)
    }

    private func outcome(_ revocation: ChainEvaluation.Revocation) -> Outcome {
        let chain = Sample.chain { $0.revocation = revocation }
        return CertificateRevoked().evaluate(Sample.secure(chain), under: Sample.requirements(), at: Sample.now)
    }
}
