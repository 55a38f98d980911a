import Testing

@testable import TransportSecurity

@Suite struct PermittedCipherSuiteTests {
    @Test(
        arguments: [
            (0xC02F, true, false, Outcome.Kind.compliant), (0x009C, true, false, .compliant),
            (0x009E, true, false, .violation), (0xC028, true, false, .violation), (0x003D, true, false, .violation),
            (0xC012, true, false, .violation), (0xC012, false, false, .violation), (0xC012, true, true, .violation),
            (0xC012, false, true, .compliant), (0x009E, false, true, .violation), (0xC09C, false, true, .violation),
            (0xC011, false, true, .violation),
            (0x0034, false, true, .violation), (0x003B, false, true, .violation), (0x0003, false, true, .violation),
        ] as [(UInt16, Bool, Bool, Outcome.Kind)])
    func knowsSuitesThatATSAccepts(suite: UInt16, forwardSecrecy: Bool, insecure: Bool, expected: Outcome.Kind) {
        let requirements = Sample.requirements {
            $0.requiresForwardSecrecy = forwardSecrecy
            $0.allowsInsecureHTTPLoads = insecure
        }
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite))
        #expect(PermittedCipherSuite().evaluate(observation, under: requirements, at: Sample.now).kind == expected)
    }

    @Test(
        arguments: [
            (OSVersion(.ios, 15, 3), 0xC028, Outcome.Kind.compliant), (OSVersion(.ios, 15, 4), 0xC028, .violation),
            (OSVersion(.ios, 12, 2), 0xC014, .violation), (OSVersion(.ios, 13), 0xC014, .compliant),
            (OSVersion(.ios, 11), 0xCCA8, .violation), (OSVersion(.ios, 12, 2), 0xCCA8, .compliant),
            (OSVersion(.ios, 11), 0x1301, .violation), (OSVersion(.ios, 12, 2), 0x1301, .compliant),
        ] as [(OSVersion, UInt16, Outcome.Kind)])
    func followsTheGenerations(os: OSVersion, suite: UInt16, expected: Outcome.Kind) {
        let outcome = PermittedCipherSuite().evaluate(
            Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite)), under: Sample.requirements(os),
            at: Sample.now)
        #expect(outcome.kind == expected)
    }

    /// Without ATS, a suite that the OS offers is no matter of the rule; any other fails all the same.
    @Test(
        arguments: [
            (0x009C, OSVersion.newest, true), (0x000A, .newest, true), (0x0005, .newest, false),
            (0x0005, .iOS(9), true),
            (0x009E, .newest, false), (0x0033, .iOS(9), false), (0xC09C, .newest, false), (0xC0AC, .newest, false),
            (0xC060, .newest, false), (0x0041, .iOS(9), false), (0x000A, .macOS(10, 13), false),
            (0xC028, .iOS(15), true), (0xC028, .iOS(16), false),
        ] as [(UInt16, OSVersion, Bool)])
    func withoutATSTheSystemMustOfferTheSuite(suite: UInt16, os: OSVersion, isOffered: Bool) {
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite))
        let requirements = Sample.requirements(os, change: Sample.off)
        let outcome = PermittedCipherSuite().evaluate(observation, under: requirements, at: Sample.now)
        #expect(outcome.kind == (isOffered ? .notApplicable : .violation) && outcome.finding?.exception == nil)
        #expect(isOffered || outcome.finding?.expected == "a cipher suite that \(os) offers")
    }

    @Test func isNotApplicableToCleartext() {
        #expect(
            PermittedCipherSuite().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now)
                == .notApplicable)
    }

    @Test(
        arguments: [(0xC012, true), (0x000A, true), (0x0033, false), (0xC011, false), (0x0034, false)]
            as [(UInt16, Bool)])
    func needsTwoKeysAtOnce(suite: UInt16, helps: Bool) {
        let finding = PermittedCipherSuite().evaluate(
            Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite)), under: Sample.requirements(),
            at: Sample.now
        ).finding
        #expect(finding?.status == -9824)
        let keys: [String: PropertyValue] = [
            "NSExceptionAllowsInsecureHTTPLoads": .boolean(true), "NSExceptionRequiresForwardSecrecy": .boolean(false),
        ]
        #expect(finding?.exception?.keys == (helps ? keys : nil))
    }
}
