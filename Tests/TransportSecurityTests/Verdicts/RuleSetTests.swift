import Testing

@testable import TransportSecurity

@Suite struct RuleSetTests {
    static let rules = RuleSet.standard(logs: Sample.logs())

    @Test func everyRuleOccursOnceAndHasACitation() {
        let ids = Self.rules.rules.map { type(of: $0).id }
        #expect(ids == RuleID.allCases.filter { !$0.rawValue.hasPrefix("tunnel.") })
        for rule in Self.rules.rules {
            let citation = type(of: rule).citation
            #expect(!citation.document.isEmpty && !citation.section.isEmpty)
        }
    }

    @Test func eachFindingHasTheNameOfItsRule() {
        for rule in Self.rules.rules {
            for observation in [Observation.cleartext(.http), .noHandshake(.closed), .secure(Self.bad.0, Self.bad.1)] {
                let finding = rule.evaluate(observation, under: Self.strict, at: Sample.now).finding
                #expect(finding == nil || finding?.rule == type(of: rule).id)
                #expect(finding?.message.hasSuffix(".") != false)
            }
        }
    }

    @Test func findsNothingInAGoodServer() {
        let verdict = verdict(Sample.secure(), Sample.requirements())
        #expect(verdict == Verdict())
    }

    @Test func findsAllViolations() {
        let verdict = verdict(.secure(Self.bad.0, Self.bad.1), Self.strict)
        #expect(
            verdict.violations.map(\.rule) == [
                .tlsVersion, .tlsForwardSecrecy, .certificateTrust, .certificateValidity, .certificateHostname,
                .certificateKeySize, .certificateSignature, .certificateUsage, .certificateLifetime,
                .certificateRevoked, .certificatePin, .niapCipher, .niapSignature, .niapExtendedMasterSecret,
            ])
        #expect(verdict.warnings.isEmpty)
    }

    @Test func failuresThatTheAppMayOverrideAreWarnings() {
        var requirements = Self.strict
        requirements.allowsInsecureHTTPLoads = true
        let verdict = verdict(.secure(Self.bad.0, Self.bad.1), requirements)
        #expect(verdict.violations.allSatisfy { !$0.rule.isAboutTrust } && verdict.violations.count == 5)
        #expect(verdict.warnings.allSatisfy { $0.rule.isAboutTrust } && verdict.warnings.count == 9)
    }

    /// A load ends at its first failure: an app whose handshake fails never sees an error about certificates.
    @Test func aLoadHasOneError() {
        let handshake = Sample.handshake(.tls1_2, 0x0033)
        let expired = Sample.leaf { $0.notAfter = Instant(year: 2026, month: 1, day: 1) }
        let chain = Sample.chain(expired, anchor: .none)
        func errors(_ handshake: Handshake, _ requirements: Requirements) -> [[Int?]] {
            let verdict = verdict(.secure(handshake, chain), requirements)
            return (verdict.violations + verdict.warnings).map { [$0.urlError, $0.status] }
        }
        let off = Sample.requirements(change: Sample.off)
        #expect(errors(handshake, off) == Array(repeating: [-1200, -9824], count: 3))
        #expect(errors(handshake, Sample.requirements()) == Array(repeating: [-1200, -9824], count: 3))
        #expect(errors(Sample.handshake(), off) == Array(repeating: [-1202, -9813], count: 2))
        #expect(errors(Sample.handshake(), Sample.requirements()) == Array(repeating: [-1200, -9802], count: 2))
    }

    @Test(arguments: [("tls.version", true), ("tls.version@example.com", true), ("tls.version@other.example", false)])
    func aWaivedFindingBecomesANote(text: String, covers: Bool) throws {
        let waiver = try #require(Waiver(text))
        let handshake = Sample.handshake(.tls1_1, 0xC013) {
            $0.offer = Offer(generation: .current, minimumVersion: .tls1_1)
        }
        let verdict = Verdict(
            of: Sample.secure(Sample.chain(), handshake), under: Sample.requirements(), by: Self.rules, at: Sample.now,
            waiving: [waiver])
        #expect(verdict.violations.isEmpty == covers)
        #expect(verdict.notes.contains { $0.message.hasPrefix("Waived by --ignore \(text): ") } == covers)
    }

    @Test func notesOfThePolicyComeFirst() {
        let note = Note(.policy, "a note about the policy")
        let requirements = Sample.requirements { $0.notes = [note] }
        let chain = Sample.chain { $0.revocation = .notStated }
        let verdict = verdict(Sample.secure(chain), requirements)
        #expect(verdict.notes.first == note && verdict.notes.last?.rule == .certificateRevoked)
        #expect(verdict.violations.isEmpty)
    }

    @Test func findsNothingWithoutRules() {
        let verdict = Verdict(of: .cleartext(.http), under: Sample.requirements(), by: RuleSet([]), at: Sample.now)
        #expect(verdict == Verdict())
    }

    private func verdict(_ observation: Observation, _ requirements: Requirements) -> Verdict {
        Verdict(of: observation, under: requirements, by: Self.rules, at: Sample.now)
    }

    private static let strict = Sample.requirements {
        $0.pins = PinnedIdentities(leaves: [])
        $0.requiresNIAP = true
    }

    /// A server that violates as many rules as possible.
    private static let bad: (Handshake, ChainEvaluation) = {
        let handshake = Sample.handshake(.tls1_0, 0x002F) {
            $0.offer = Offer(generation: .current, minimumVersion: .tls1_0, includesRSAKeyTransport: true)
            $0.extendedMasterSecret = false
        }
        let leaf = Sample.leaf {
            $0.notBefore = Instant(year: 2021, month: 1, day: 1)
            $0.notAfter = Instant(year: 2025, month: 1, day: 1)
            $0.subjectAltNames = nil
            $0.key = .rsa(bits: 1024)
            $0.signature = .init(name: "sha1WithRSAEncryption", digest: .sha1)
            $0.extendedKeyUsage = nil
        }
        let chain = Sample.chain(leaf, anchor: .none) {
            $0.revocation = .revoked(subject: "CN=example.com", source: "a loaded list")
        }
        return (handshake, chain)
    }()
}
