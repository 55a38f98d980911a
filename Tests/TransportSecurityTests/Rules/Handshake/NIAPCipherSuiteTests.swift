import Testing

@testable import TransportSecurity

@Suite struct NIAPCipherSuiteTests {
    @Test(
        arguments: [
            (0x1303, true, Outcome.Kind.compliant), (0xC030, true, .compliant), (0xCCA8, true, .violation),
            (0xC013, true, .violation), (0x009C, true, .violation), (0xC013, false, .notApplicable),
        ] as [(UInt16, Bool, Outcome.Kind)])
    func leavesOnlyAESGCM(suite: UInt16, required: Bool, expected: Outcome.Kind) {
        let requirements = Sample.requirements { $0.requiresNIAP = required }
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite))
        #expect(NIAPCipherSuite().evaluate(observation, under: requirements, at: Sample.now).kind == expected)
    }

    @Test func isNotApplicableIfATSIsOff() {
        let requirements = Sample.requirements {
            Sample.off(&$0)
            $0.requiresNIAP = true
        }
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0xC013))
        #expect(NIAPCipherSuite().evaluate(observation, under: requirements, at: Sample.now) == .notApplicable)
    }

    @Test func namesTheKey() {
        let requirements = Sample.requirements { $0.requiresNIAP = true }
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0xC013))
        let finding = NIAPCipherSuite().evaluate(observation, under: requirements, at: Sample.now).finding
        #expect(finding?.urlError == -1200 && finding?.status == nil)
        #expect(finding?.exception?.keys == ["NSExceptionRequiresNIAPTLSPackageVersion": .string("none")])
    }
}
