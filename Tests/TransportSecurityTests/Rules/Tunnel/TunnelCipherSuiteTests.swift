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
        // An exception that leaves the suites of ATS open leaves ATS on, and so the package.
        let open = outcome(suite) {
            ($0.requiresNIAP, $0.requiresForwardSecrecy, $0.allowsInsecureHTTPLoads) = (true, false, true)
        }
        #expect(open.kind == expected)
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

    /// The client's offer, the server's answer to the probe, the side at fault, and the end of the message.
    private static let sides: [([UInt16]?, UInt16?, Finding.Cause?, String)] = [
        ([0xC02F, 0x009C], 0xC02F, nil, "the client offers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, too."),
        ([0xC02F, 0x009C], nil, nil, "the client offers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, too."),
        ([0xC02F, 0x009C], 0x009C, nil, "the client offers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, too."),
        ([0x009C], 0xC02F, .clientHello, "the client offers no permitted one."),
        ([0x009C], nil, .clientHello, "the client offers no permitted one."),
        ([0x1301, 0x009C], nil, .clientHello, "the client offers no permitted one."),
        ([], nil, .clientHello, "the client offers no permitted one."),
        ([0x009C], 0x009C, nil, "which the policy does not permit."),
        (nil, 0x009C, nil, "which the policy does not permit."),
        (nil, 0xC02F, .unknownSide, "whether the client offers a permitted one is not known."),
        (nil, nil, .unknownSide, "whether the client offers a permitted one is not known."),
    ]

    @Test(arguments: sides.indices)
    func namesTheSideAtFault(index: Int) {
        let (offered, probed, cause, end) = Self.sides[index]
        var hello = TunnelObservation.Hello(serverName: "example.com")
        hello.cipherSuites = offered?.map(CipherSuite.init(rawValue:))
        let tunnel = Sample.tunnel(.tls1_2, 0x009C) {
            $0.opening = .hello(hello)
            $0.probed = probed.map { Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, $0)) }
        }
        let finding = TunnelCipherSuite().evaluate(tunnel, under: Sample.requirements()).finding
        #expect(finding?.cause == cause)
        #expect(finding?.message.hasSuffix(end) == true, "\(finding?.message ?? "")")
        #expect(
            finding?.message.contains("the probe got TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256") == (probed == 0xC02F))
    }

    @Test func namesNoSideWithoutAHello() {
        let tunnel = Sample.tunnel(.tls1_2, 0x009C) { $0.opening = .unreadable }
        #expect(
            TunnelCipherSuite().evaluate(tunnel, under: Sample.requirements()).finding?.cause == .unknownSide)
    }

    @Test func removesThePackageOfNIAPFirst() {
        let finding = outcome(0xC013) { $0.requiresNIAP = true }.finding
        #expect(finding?.exception?.keys == ["NSExceptionRequiresNIAPTLSPackageVersion": .string("none")])
    }
}
