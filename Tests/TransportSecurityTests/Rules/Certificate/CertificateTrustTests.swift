import Testing

@testable import TransportSecurity

@Suite struct CertificateTrustTests {
    @Test(
        arguments: [
            (ChainEvaluation.Anchor.system, [], Outcome.Kind.compliant), (.user, [], .compliant),
            (.none, [], .violation),
            (.none, [PathFault(.selfSigned, subject: "CN=x")], .violation),
            (.system, [PathFault(.nameConstraint)], .violation),
            (.none, [PathFault(.limit("too many")), PathFault(.missingIssuer, subject: "CN=x")], .violation),
        ] as [(ChainEvaluation.Anchor, [PathFault], Outcome.Kind)])
    func needsAnAnchorAndAPathWithoutFault(anchor: ChainEvaluation.Anchor, faults: [PathFault], expected: Outcome.Kind)
    {
        let chain = Sample.chain(anchor: anchor) { $0.faults = faults }
        #expect(outcome(Sample.secure(chain)).kind == expected)
        let off = Sample.requirements(change: Sample.off)
        #expect(CertificateTrust().evaluate(Sample.secure(chain), under: off, at: Sample.now).kind == expected)
    }

    /// Certificates that were not read because of a limit of this program pass nowhere, and the sentence says why.
    @Test func whatALimitHidesDoesNotPass() {
        let nothing = ChainEvaluation(
            presented: [], path: [], anchor: .none, faults: [PathFault(.limit("it would take too long"))])
        let verdict = Verdict(
            of: Sample.secure(nothing), under: Sample.requirements(), by: .standard(logs: nil), at: Sample.now)
        #expect(verdict.violations.map(\.rule) == [.certificateTrust])
        #expect(verdict.violations.first?.message.hasSuffix(" are not trusted: it would take too long.") == true)
    }

    /// From iOS 13, no system takes a common name for a host name.
    @Test(arguments: [(12, Outcome.Kind.violation), (13, .compliant), (26, .compliant)])
    func commonNameConstraintsCountUntilIOS12(major: Int, expected: Outcome.Kind) {
        let requirements = Sample.requirements(OSVersion(.ios, major))
        var faults = [PathFault(.commonNameConstraint, subject: "CN=x")]
        func outcome(_ anchor: ChainEvaluation.Anchor) -> Outcome {
            let chain = Sample.chain(anchor: anchor) { $0.faults = faults }
            return CertificateTrust().evaluate(Sample.secure(chain), under: requirements, at: Sample.now)
        }
        #expect(outcome(.system).kind == expected)
        #expect(outcome(.none).kind == .violation)
        faults.append(PathFault(.nameConstraint, subject: "CN=x"))
        #expect(outcome(.system).kind == .violation)
    }

    /// The constraints of an anchor bind from iOS 13 (names) and iOS 15 (path length).
    @Test(
        arguments: [
            (PathFault.Reason.anchorNameConstraint, OSVersion.iOS(12, 5), Outcome.Kind.compliant),
            (.anchorNameConstraint, .iOS(13), .violation), (.anchorPathLength, .iOS(14, 8), .compliant),
            (.anchorPathLength, .iOS(15), .violation), (.anchorPathLength, .macOS(12), .violation),
            (.certificatePolicies, .iOS(9), .violation),
        ])
    func someFaultsDependOnTheSystem(reason: PathFault.Reason, os: OSVersion, expected: Outcome.Kind) {
        let chain = Sample.chain { $0.faults = [PathFault(reason)] }
        let found = CertificateTrust().evaluate(
            Sample.secure(chain), under: Sample.requirements(os), at: Sample.now)
        #expect(found.kind == expected)
    }

    @Test(
        arguments: [
            (true, 0x1301, Outcome.Kind.violation), (false, 0x1301, .notApplicable), (true, 0x0034, .notApplicable),
        ] as [(Bool, UInt16, Outcome.Kind)])
    func aServerMustShowACertificate(complete: Bool, suite: UInt16, expected: Outcome.Kind) {
        let empty = ChainEvaluation(presented: [], path: [], anchor: .none)
        let handshake = Sample.handshake(.tls1_2, suite) {
            $0.certificates = []
            $0.isComplete = complete
        }
        #expect(outcome(.secure(handshake, empty)).kind == expected)
    }

    @Test func isNotApplicableWithoutAHandshake() {
        #expect(outcome(.cleartext(.http)) == .notApplicable)
        #expect(outcome(.noHandshake(.closed)) == .notApplicable)
    }

    @Test func judgesCertificatesAlone() {
        #expect(outcome(.certificates(Sample.chain())).kind == .compliant)
        #expect(outcome(.certificates(Sample.chain(anchor: .none))).kind == .violation)
        #expect(outcome(.certificates(ChainEvaluation(presented: [], path: [], anchor: .none))).kind == .violation)
    }

    @Test func namesTheCleartextExceptionAsOverridable() {
        let finding = outcome(Sample.secure(Sample.chain(anchor: .none))).finding
        #expect(finding?.status == -9802 && finding?.urlError == -1200)
        #expect(finding?.exception?.overridable == true)
        #expect(finding?.message.contains("CN=Root") == true)
    }

    @Test(arguments: [
        (PathFault.Reason.missingIssuer, -9813), (.untrustedRoot, -9813), (.selfSigned, -9813), (.badSignature, -9807),
    ])
    func namesTheErrorOfALoadWithoutATS(reason: PathFault.Reason, code: Int) {
        let chain = Sample.chain(anchor: .none) { $0.faults = [PathFault(reason)] }
        let off = Sample.requirements(change: Sample.off)
        let finding = CertificateTrust().evaluate(Sample.secure(chain), under: off, at: Sample.now).finding
        #expect(finding?.urlError == -1202 && finding?.status == code && finding?.exception == nil)
    }

    private func outcome(_ observation: Observation) -> Outcome {
        CertificateTrust().evaluate(observation, under: Sample.requirements(), at: Sample.now)
    }
}
