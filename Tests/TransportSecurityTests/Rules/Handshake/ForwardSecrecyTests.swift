import Testing

@testable import TransportSecurity

@Suite struct ForwardSecrecyTests {
    @Test(
        arguments: [
            (0x009C, true, OSVersion.newest, Outcome.Kind.violation), (0x009C, false, .newest, .notApplicable),
            (0xC02F, true, .newest, .compliant), (0x1301, true, .newest, .compliant),
            // A suite that no key permits is judged by the other rule.
            (0x003D, true, .newest, .compliant), (0x003D, true, OSVersion(.ios, 15, 3), .violation),
            (0x000A, true, .newest, .compliant), (0x0033, true, .newest, .compliant),
        ] as [(UInt16, Bool, OSVersion, Outcome.Kind)])
    func findsSuitesThatOneKeyWouldPermit(suite: UInt16, required: Bool, os: OSVersion, expected: Outcome.Kind) {
        let requirements = Sample.requirements(os) { $0.requiresForwardSecrecy = required }
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite))
        #expect(ForwardSecrecy().evaluate(observation, under: requirements, at: Sample.now).kind == expected)
    }

    @Test func isNotApplicableWithoutAHandshakeOrATS() {
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0x009C))
        let off = Sample.requirements(change: Sample.off)
        #expect(ForwardSecrecy().evaluate(observation, under: off, at: Sample.now) == .notApplicable)
        #expect(ForwardSecrecy().evaluate(.cleartext, under: Sample.requirements(), at: Sample.now) == .notApplicable)
    }

    @Test func namesTheKey() {
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0x009C))
        let finding = ForwardSecrecy().evaluate(observation, under: Sample.requirements(), at: Sample.now).finding
        #expect(finding?.exception?.keys == ["NSExceptionRequiresForwardSecrecy": .boolean(false)])
        #expect(finding?.actual == "TLS_RSA_WITH_AES_128_GCM_SHA256" && finding?.status == -9882)
    }
}
