import Testing

@testable import TransportSecurity

@Suite struct CompletedHandshakeTests {
    @Test(
        arguments: [HandshakeFailure.closed, .notTLS, .malformed("x"), .timedOut])
    func refusalViolatesUnlessCleartextIsPermitted(failure: HandshakeFailure) {
        let observation = Observation.noHandshake(failure)
        let insecure = Sample.requirements { $0.allowsInsecureHTTPLoads = true }
        #expect(kind(observation, Sample.requirements()) == .violation)
        #expect(kind(observation, insecure) == .note)
        #expect(kind(observation, Sample.requirements(change: Sample.off)) == .note)
    }

    /// An alert shows that the port speaks TLS, so that a load over https fails there without ATS as well.
    @Test func anAlertViolatesWithOrWithoutATS() {
        let observation = Observation.noHandshake(.alert(40))
        let insecure = Sample.requirements { $0.allowsInsecureHTTPLoads = true }
        for requirements in [Sample.requirements(), insecure, Sample.requirements(change: Sample.off)] {
            #expect(kind(observation, requirements) == .violation)
        }
    }

    @Test(
        arguments: [
            (Offer(generation: .current), 0x1301, Outcome.Kind.compliant),
            (Offer(generation: .current, minimumVersion: .tls1_3), 0x1301, .compliant),
            // Nothing in the result explains the refusal of the judging hello.
            (Offer(generation: .current, includesRSAKeyTransport: true), 0x1301, .violation),
            (Offer(generation: .current, minimumVersion: .tls1_0), 0x1301, .violation),
            (Offer(generation: .current, isPermissive: true), 0x1301, .violation),
            // The suite explains the refusal.
            (Offer(generation: .current, includesRSAKeyTransport: true), 0x009C, .compliant),
            (Offer(generation: .current, isPermissive: true), 0x0033, .compliant),
        ] as [(Offer, UInt16, Outcome.Kind)])
    func aRelaxedAnswerNeedsAnExplanation(offer: Offer, suite: UInt16, expected: Outcome.Kind) {
        let handshake = Sample.handshake(suite == 0x1301 ? .tls1_3 : .tls1_2, suite) { $0.offer = offer }
        #expect(kind(Sample.secure(Sample.chain(), handshake), Sample.requirements()) == expected)
    }

    @Test(arguments: [(true, false, Outcome.Kind.compliant), (false, true, .compliant), (false, false, .violation)])
    func breakingOffNeedsARequestForACertificate(complete: Bool, requests: Bool, expected: Outcome.Kind) {
        let handshake = Sample.handshake {
            $0.isComplete = complete
            $0.requestsClientCertificate = requests
            $0.isKeyProven = true
        }
        #expect(kind(Sample.secure(Sample.chain(), handshake), Sample.requirements()) == expected)
    }

    /// A handshake that the proxy ended, because its library lacks the chosen suite, is no refusal by the server.
    @Test func aLimitationOfTheLibraryIsNoViolation() {
        let open = Sample.requirements {
            $0.allowsInsecureHTTPLoads = true
            $0.requiresForwardSecrecy = false
        }
        for requirements in [open, Sample.requirements(change: Sample.off)] {
            let handshake = Sample.handshake(.tls1_2, 0x000A) {
                $0.offer = Offer(judging: requirements)
                $0.isComplete = false
                $0.wasEndedByUs = true
            }
            let verdict = Verdict(
                of: Sample.secure(Sample.chain(), handshake), under: requirements, by: .standard(logs: Sample.logs()),
                at: Sample.now)
            #expect(verdict.violations == [])
        }
    }

    /// A limitation of the proxy is no violation by the server, but permits no load either.
    @Test(arguments: [(0x009C, false), (0x000A, true)] as [(UInt16, Bool)])
    func anUnprovenKeyPermitsNoLoad(suite: UInt16, wasEndedByUs: Bool) throws {
        let requirements = Sample.requirements { $0.requiresForwardSecrecy = false }
        let handshake = Sample.handshake(.tls1_2, suite) {
            $0.offer = Offer(judging: requirements)
            $0.requestsClientCertificate = !wasEndedByUs
            ($0.isComplete, $0.wasEndedByUs, $0.isKeyProven) = (false, wasEndedByUs, false)
        }
        let observation = Sample.secure(Sample.chain(), handshake)
        #expect(kind(observation, requirements) == .unproven)
        #expect(kind(observation, Sample.requirements { $0.allowsInsecureHTTPLoads = true }) == .undetermined)
        #expect(kind(observation, Sample.requirements(change: Sample.off)) == .undetermined)

        let rules = RuleSet([CompletedHandshake()])
        let verdict = Verdict(of: observation, under: requirements, by: rules, at: Sample.now)
        let unproven = try #require(verdict.unproven)
        #expect(verdict.violations == [] && verdict.notes.contains(unproven))
        #expect(verdict.decision(in: .enforce) == .failed && verdict.decision(in: .observe) == .allowed)
        let waived = Verdict(
            of: observation, under: requirements, by: rules, at: Sample.now, waiving: [Waiver(rule: .tlsHandshake)])
        #expect(waived.decision(in: .enforce) == .allowed && waived.unproven == nil)
        #expect(waived.notes.contains { $0.message.hasPrefix("Waived by --ignore tls.handshake") })
    }

    /// A P-521 key has no scheme in TLS 1.3 that the system offers, whatever the policy. Its refusal has this reason, and
    /// no exception.
    @Test(arguments: [Sample.requirements(), Sample.requirements(change: Sample.off)])
    func namesASignatureThatIsNotOffered(requirements: Requirements) throws {
        let handshake = Sample.handshake {
            $0.offer = Offer(generation: .current, isPermissive: true)
            $0.signatureScheme = .ecdsaP521SHA512
        }
        let finding = try #require(
            CompletedHandshake().evaluate(
                Sample.secure(Sample.chain(), handshake), under: requirements, at: Sample.now
            ).finding)
        #expect(finding.message.contains("ecdsa_secp521r1_sha512") && finding.exception == nil)
    }

    /// What a server needs that no Apple system has: its key on every system, before and with TLS 1.3, or a group. Where
    /// `certificate.key-size` is violated by such a key, the handshake is no second violation.
    @Test(
        arguments: [
            (
                .other("ED25519"), 0x0807, .x25519, 0x1301,
                "example.com has a key of ED25519 and signs handshakes of TLS 1.3"
            ),
            (
                .other("EC on brainpoolP256r1"), 0x0403, .x25519, 0xC02B,
                "example.com has a key of EC on brainpoolP256r1, "
            ),
            (.ellipticCurve(bits: 224), 0x0403, .x25519, 0xC02B, "example.com has a key of EC 224, "),
            (.rsa(bits: 2048), 0x0401, NamedGroup(rawValue: 26), 0xC02F, "it chose brainpoolP256r1."),
        ] as [(Certificate.PublicKey, UInt16, NamedGroup, UInt16, String)], [OSVersion.newest, OSVersion(.ios, 9, 0)])
    func namesAKeyOrGroupOfNoSystem(
        _ row: (key: Certificate.PublicKey, scheme: UInt16, group: NamedGroup, suite: UInt16, text: String),
        os: OSVersion
    ) throws {
        let handshake = Sample.handshake(row.suite == 0x1301 ? .tls1_3 : .tls1_2, row.suite) {
            $0.offer = Offer(generation: os.generation, isPermissive: true)
            $0.signatureScheme = SignatureScheme(rawValue: row.scheme)
            $0.group = row.group
        }
        let chain = Sample.chain(Sample.leaf { $0.key = row.key })
        func violations(_ change: (inout Requirements) -> Void = { _ in }) -> [Finding] {
            let requirements = Sample.requirements(os, change: change)
            return Verdict(
                of: Sample.secure(chain, handshake), under: requirements, by: .standard(logs: nil), at: Sample.now
            ).violations
        }
        let isOfKey = row.group == .x25519
        #expect(violations().map(\.rule) == [isOfKey ? .certificateKeySize : .tlsHandshake])
        #expect(violations().allSatisfy { $0.exception == nil })
        for change in [Sample.off, { $0.allowsInsecureHTTPLoads = true }] as [(inout Requirements) -> Void] {
            let finding = try #require(violations(change).first)
            #expect(finding.rule == .tlsHandshake && finding.exception == nil && finding.message.contains(row.text))
            #expect((finding.cause == .unsupportedKey) == isOfKey)
        }
    }

    /// A server that only refuses TLS 1.3 has no other fault.
    @Test func namesTLS13WhereOnlyAHelloWithoutItIsAnswered() {
        let handshake = Sample.handshake(.tls1_2, 0xC02F) {
            $0.offer = Offer(generation: .current, minimumVersion: .tls1_0, selection: .everythingBeforeTLS13)
        }
        let observation = Sample.secure(Sample.chain(), handshake)
        let outcome = CompletedHandshake().evaluate(observation, under: Sample.requirements(), at: Sample.now)
        #expect(outcome.finding?.message.contains("refuses each hello with TLS 1.3") == true)
        #expect(outcome.finding?.exception == nil)
    }

    /// The key in a certificate file decides without a handshake, with and without ATS. A violation is of one rule.
    @Test(
        arguments: [
            (.other("EC on secp256k1"), OSVersion(.ios, 12), .tls1_2, .certificateKeySize),
            (.other("DSA"), .newest, .tls1_2, .certificateKeySize),
            (.ellipticCurve(bits: 224), .newest, .tls1_2, .certificateKeySize),
            (.ellipticCurve(bits: 384), .newest, .tls1_2, nil), (.ellipticCurve(bits: 521), .newest, .tls1_2, nil),
            (.ellipticCurve(bits: 521), .newest, .tls1_3, .tlsHandshake),
        ] as [(Certificate.PublicKey, OSVersion, TLSVersion, RuleID?)])
    func judgesTheKeyOfACertificateFile(
        key: Certificate.PublicKey, os: OSVersion, minimum: TLSVersion, expected: RuleID?
    ) {
        let observation = Observation.certificates(Sample.chain(Sample.leaf { $0.key = key }))
        let bound = Sample.requirements(os) { $0.minimumTLSVersion = minimum }
        let verdict = Verdict(of: observation, under: bound, by: .standard(logs: nil), at: Sample.now)
        #expect(verdict.violations.map(\.rule) == (expected.map { [$0] } ?? []))
        #expect(verdict.violations.allSatisfy { $0.exception == nil })
        if minimum == .tls1_2 {
            let isRefused = kind(observation, Sample.requirements(os, change: Sample.off)) == .violation
            #expect(isRefused == (expected != nil))
        }
    }

    @Test func offersTheKeysOfTheHelloThatWasAnswered() {
        let handshake = Sample.handshake {
            $0.offer = Offer(generation: .current, minimumVersion: .tls1_0, includesRSAKeyTransport: true)
        }
        let finding = CompletedHandshake().evaluate(
            Sample.secure(Sample.chain(), handshake), under: Sample.requirements(), at: Sample.now
        ).finding
        #expect(finding?.urlError == -1200 && finding?.status == nil)
        #expect(
            finding?.exception?.keys == [
                "NSExceptionMinimumTLSVersion": .string("TLSv1.0"),
                "NSExceptionRequiresForwardSecrecy": .boolean(false),
            ])
    }

    /// Bodies of `signed_certificate_timestamp`, and whether BoringSSL takes them (`ssl_is_sct_list_valid`; RFC 6962 §3.3).
    @Test(
        arguments: [
            (nil, true), ([0, 4, 0, 2, 1, 2], true), ([0, 7, 0, 2, 1, 2, 0, 1, 3], true),
            // No list, half a length, an empty list.
            ([], false), ([0], false), ([0, 0], false),
            // An empty entry alone, first and last.
            ([0, 2, 0, 0], false), ([0, 6, 0, 0, 0, 2, 1, 2], false), ([0, 6, 0, 2, 1, 2, 0, 0], false),
            // Truncated in the list, in an entry and in its length, and bytes behind the list.
            ([0, 5, 0, 2, 1, 2], false), ([0, 3, 0, 2, 1], false), ([0, 5, 0, 2, 1, 2, 0], false),
            ([0, 1, 0], false), ([0, 4, 0, 2, 1, 2, 9], false), ([1, 4, 0, 2, 1, 2], false),
        ] as [([UInt8]?, Bool)])
    func endsAtAMalformedListOfTimestamps(body: [UInt8]?, isTaken: Bool) {
        let observation = Sample.secure(Sample.chain(), Sample.handshake { $0.certificateTimestamps = body })
        let outcome = CompletedHandshake().evaluate(observation, under: Sample.requirements(), at: Sample.now)
        #expect(outcome.kind == (isTaken ? .compliant : .violation))
        #expect(outcome.finding?.rule == (isTaken ? nil : .tlsHandshake))
        // The end of the handshake is no matter of ATS, and cleartext is no way around a server that speaks TLS.
        let off = Sample.requirements(change: Sample.off)
        #expect(kind(observation, off) == (isTaken ? .notApplicable : .violation))
    }

    @Test func isNotApplicableToCleartextOrIfATSIsOff() {
        #expect(kind(.cleartext(.http), Sample.requirements()) == .notApplicable)
        #expect(kind(.certificates(Sample.chain()), Sample.requirements()) == .notApplicable)
        #expect(kind(Sample.secure(), Sample.requirements(change: Sample.off)) == .notApplicable)
    }

    private func kind(_ observation: Observation, _ requirements: Requirements) -> Outcome.Kind {
        CompletedHandshake().evaluate(observation, under: requirements, at: Sample.now).kind
    }
}
