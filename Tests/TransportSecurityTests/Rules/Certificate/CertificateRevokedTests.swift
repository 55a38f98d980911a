import Testing

@testable import TransportSecurity

@Suite struct CertificateRevokedTests {
    @Test(
        arguments: [
            (ChainEvaluation.Revocation.good, Outcome.Kind.compliant),
            (.revoked(subject: "CN=example.com", source: "the stapled OCSP response"), .violation),
            (.notStated, .undetermined), (.unusable("it is out of date"), .undetermined),
            (.notListed(source: "the revocation list of CN=Root"), .compliant),
            (.unusableList("the revocation list of CN=Root expired on 2026-11-01"), .undetermined),
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

    /// A file has no staple, and a certificate without a responder's address cannot be asked about.
    @Test func speaksOnlyOfWhatThereIs() {
        func outcome(_ observation: Observation) -> Outcome {
            CertificateRevoked().evaluate(observation, under: Sample.requirements(), at: Sample.now)
        }
        let named = Sample.chain { $0.revocation = .notStated }
        #expect(outcome(.certificates(named)).text?.contains("staple") == false)
        let silent = Sample.chain(Sample.leaf { $0.namesResponder = false }) { $0.revocation = .notStated }
        #expect(outcome(.certificates(silent)) == .notApplicable && outcome(Sample.secure(silent)) == .notApplicable)
        let list = Sample.chain { $0.revocation = .unusableList("the revocation list of CN=Root expired") }
        #expect(outcome(Sample.secure(list)).text?.contains("staple") == false)
    }

    @Test func isNotApplicableWithoutACertificate() {
        #expect(
            CertificateRevoked().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now)
                == .notApplicable)
    }

    private func outcome(_ revocation: ChainEvaluation.Revocation) -> Outcome {
        let chain = Sample.chain { $0.revocation = revocation }
        return CertificateRevoked().evaluate(Sample.secure(chain), under: Sample.requirements(), at: Sample.now)
    }
}
