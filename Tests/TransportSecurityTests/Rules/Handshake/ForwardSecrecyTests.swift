import Testing

@testable import TransportSecurity

@Suite struct ForwardSecrecyTests {
    @Test(
        arguments: [
            (0x009C, true, OSVersion.newest, Outcome.Kind.violation), (0x009C, false, .newest, .notApplicable),
            (0xC02F, true, .newest, .compliant), (0x1301, true, .newest, .compliant),
            // Suites that no key permits, too: CBC with SHA-256, 3DES, CCM, ARIA, Camellia, NULL, static ECDH.
            (0x003C, true, .newest, .violation), (0x003D, true, OSVersion(.ios, 15, 3), .violation),
            (0x000A, true, .newest, .violation), (0xC09C, true, .newest, .violation),
            (0xC03C, true, .newest, .violation), (0x0041, true, .newest, .violation),
            (0x003B, true, .newest, .violation), (0xC02E, true, .newest, .violation),
            (0x0033, true, .newest, .compliant),
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
        #expect(
            ForwardSecrecy().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now) == .notApplicable
        )
    }

    /// Over the whole registry: what has no temporary keys violates, and is never said to have forward secrecy.
    @Test func neverConfirmsASuiteWithoutTemporaryKeys() {
        for suite in CipherSuiteRegistry.rows.map({ CipherSuite(rawValue: $0.code) }) {
            for os in [OSVersion.newest, .iOS(9), .iOS(13)] {
                let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite.rawValue))
                let requirements = Sample.requirements(os)
                let outcome = ForwardSecrecy().evaluate(observation, under: requirements, at: Sample.now)
                #expect((outcome.kind == .violation) == !suite.hasForwardSecrecy, "\(suite.name)")
                let confirmed = Confirmation.all(
                    on: observation, under: requirements, by: .standard(logs: nil), at: Sample.now)
                #expect(
                    confirmed.contains { $0.rule == .tlsForwardSecrecy } == suite.hasForwardSecrecy, "\(suite.name)")
                #expect(!suite.isAnonymous || !confirmed.contains { $0.rule == .tlsHandshake }, "\(suite.name)")
            }
        }
    }

    /// The exception of a finding makes the system offer the suite; where no policy does, there is none.
    @Test func offersOnlyAnExceptionThatHelps() {
        for suite in CipherSuiteRegistry.rows.map({ CipherSuite(rawValue: $0.code) }) {
            for generation in [OSVersion.newest, .iOS(9), .iOS(11), .iOS(13)] {
                let requirements = Sample.requirements(generation)
                let verdict = Verdict(
                    of: Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, suite.rawValue)), under: requirements,
                    by: .standard(logs: nil), at: Sample.now)
                let found = verdict.violations.filter { $0.rule == .tlsCipher || $0.rule == .tlsForwardSecrecy }
                for finding in found {
                    guard let exception = finding.exception else { continue }
                    var relaxed = requirements
                    relaxed.requiresForwardSecrecy = false
                    relaxed.allowsInsecureHTTPLoads =
                        exception.keys["NSExceptionAllowsInsecureHTTPLoads"] == .boolean(true)
                    #expect(Offer(judging: relaxed).cipherSuites.contains(suite), "\(suite.name)")
                }
                let isOffered = CipherSuites.isOffered(suite, by: requirements.os.generation) && !suite.isForTLS13
                #expect(found.allSatisfy { ($0.exception != nil) == isOffered }, "\(suite.name)")
            }
        }
    }

    @Test func namesTheKey() {
        let observation = Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0x009C))
        let finding = ForwardSecrecy().evaluate(observation, under: Sample.requirements(), at: Sample.now).finding
        #expect(finding?.exception?.keys == ["NSExceptionRequiresForwardSecrecy": .boolean(false)])
        #expect(finding?.actual == "TLS_RSA_WITH_AES_128_GCM_SHA256" && finding?.status == -9824)
    }
}
