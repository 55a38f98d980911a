import Testing

@testable import TransportSecurity

@Suite struct TunnelCipherSuiteTests {
    private func outcome(
        _ suite: UInt16, _ os: OSVersion = .newest, change: (inout Requirements) -> Void = { _ in }
    ) -> Outcome {
        TunnelCipherSuite().evaluate(
            Sample.tunnel(.tls1_2, suite), under: Sample.requirements(os, change: change))
    }

    @Test(
        arguments: [
            (0x1301, .compliant), (0x1303, .compliant), (0xC02F, .compliant), (0xC013, .compliant),
            (0x009C, .violation), (0x002F, .violation), (0x009E, .violation), (0xC011, .violation),
            (0x1304, .violation), (0x1A1A, .violation),
        ] as [(UInt16, Outcome.Kind)])
    func comparesTheSuiteWithTheList(suite: UInt16, expected: Outcome.Kind) {
        #expect(outcome(suite).kind == expected)
    }

    @Test(
        arguments: [
            (0x009C, .compliant), (0x002F, .compliant), (0x009E, .violation), (0x000A, .violation),
        ] as [(UInt16, Outcome.Kind)])
    func permitsRSAWithoutForwardSecrecy(suite: UInt16, expected: Outcome.Kind) {
        #expect(outcome(suite) { $0.requiresForwardSecrecy = false }.kind == expected)
    }

    @Test(arguments: [(0x009E, .violation), (0x000A, .compliant), (0x0005, .violation)] as [(UInt16, Outcome.Kind)])
    func permitsAnySuiteIfTheEngineDoes(suite: UInt16, expected: Outcome.Kind) {
        let outcome = outcome(suite) {
            $0.requiresForwardSecrecy = false
            $0.allowsInsecureHTTPLoads = true
        }
        #expect(outcome.kind == expected)
    }

    @Test(
        arguments: [(0xC02F, .compliant), (0x1302, .compliant), (0xC013, .violation), (0xCCA8, .violation)]
            as [(UInt16, Outcome.Kind)])
    func appliesThePackageOfNIAP(suite: UInt16, expected: Outcome.Kind) {
        #expect(outcome(suite) { $0.requiresNIAP = true }.kind == expected)
    }

    @Test func permitsSuitesOfTLS13OnOldSystems() throws {
        #expect(outcome(0x1301, try #require(OSVersion("ios9"))) == .compliant)
        #expect(outcome(0xC014, try #require(OSVersion("ios9"))).kind == .violation)
    }

    @Test func isNotApplicableWithoutASuiteOrWithoutATS() {
        let rule = TunnelCipherSuite()
        #expect(rule.evaluate(Sample.tunnel(.cleartext("x")), under: Sample.requirements()) == .notApplicable)
        #expect(outcome(0x0005, change: Sample.off) == .notApplicable)
    }

    @Test(
        arguments: [
            (0x002F, ["NSExceptionRequiresForwardSecrecy": .boolean(false)]),
            (
                0x000A,
                [
                    "NSExceptionRequiresForwardSecrecy": .boolean(false),
                    "NSExceptionAllowsInsecureHTTPLoads": .boolean(true),
                ]
            ), (0x0005, nil), (0x009E, nil), (0x1304, nil),
        ] as [(UInt16, [String: PropertyValue]?)])
    func offersTheKeysThatWouldPermitIt(suite: UInt16, keys: [String: PropertyValue]?) {
        let finding = outcome(suite).finding
        #expect(finding?.rule == .tunnelCipher && finding?.status == -9824 && finding?.urlError == -1200)
        #expect(finding?.exception?.keys == keys)
    }

    @Test(arguments: [(0xC02F, Finding.Cause?.some(.clientHello)), (0x009C, nil)] as [(UInt16, Finding.Cause?)])
    func namesTheClientIfTheServerAcceptsTheHelloOfTheSystem(probed: UInt16, cause: Finding.Cause?) {
        let tunnel = Sample.tunnel(.tls1_2, 0x009C) {
            $0.probed = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, probed))
        }
        let finding = TunnelCipherSuite().evaluate(tunnel, under: Sample.requirements()).finding
        #expect(finding?.cause == cause)
        #expect(finding?.message.contains("the probe got TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256") == (cause != nil))
    }

    @Test func removesThePackageOfNIAPFirst() {
        let finding = outcome(0xC013) { $0.requiresNIAP = true }.finding
        #expect(finding?.exception?.keys == ["NSExceptionRequiresNIAPTLSPackageVersion": .string("none")])
    }
}
