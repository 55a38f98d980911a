import Testing

@testable import TransportSecurity

@Suite struct ConfirmationTests {
    private func confirmations(
        _ observation: Observation = Sample.secure(), change: (inout Requirements) -> Void = { _ in }
    ) -> [RuleID: String] {
        let all = Confirmation.all(
            on: observation, under: Sample.requirements(change: change), by: RuleSet.standard(logs: Sample.logs()),
            at: Sample.now)
        return Dictionary(all.map { ($0.rule, $0.message) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func saysHowTheHandshakeComparesWithThePolicy() {
        let found = confirmations()
        #expect(found[.tlsVersion] == "TLS 1.3; the policy asks for TLS 1.2 or later.")
        #expect(found[.tlsCipher] == "Cipher suite TLS_AES_128_GCM_SHA256, which the policy permits.")
        #expect(found[.tlsHandshake] == "The server proved that it has the key of its certificate.")
    }

    @Test func namesTheAnchorTheDatesAndTheHost() {
        let found = confirmations()
        #expect(found[.certificateTrust] == "The chain ends at CN=Root, a root of the system's trust store.")
        #expect(found[.certificateHostname] == "The certificate is for example.com.")
        #expect(
            found[.certificateValidity] == "The certificate is valid from 2025-12-01 to 2026-03-01, for 45 more days.")
        let own = Sample.chain(anchor: .user) { ($0.presented, $0.path) = ([Sample.leaf()], [Sample.leaf()]) }
        #expect(confirmations(Sample.secure(own))[.certificateSignature] == nil)
        let installed = confirmations(Sample.secure(Sample.chain(anchor: .user)))
        #expect(installed[.certificateTrust]?.contains("an installed root (--ca-file)") == true)
    }

    @Test func namesTheLogsThatCount() {
        #expect(
            confirmations()[.certificateTransparency]
                == "Certificate Transparency: the timestamps of these logs count: Log 1, Log 2.")
        let none = Sample.chain { $0.timestamps = [] }
        #expect(confirmations(Sample.secure(none))[.certificateTransparency] == nil)
    }

    @Test func namesThePinThatMatches() {
        #expect(confirmations()[.certificatePin] == nil)
        let pinned = confirmations { $0.pins = PinnedIdentities(authorities: [[12]], leaves: [[11], [99]]) }
        #expect(
            pinned[.certificatePin] == "A pin matches: NSPinnedLeafIdentities has the key of CN=example.com, Cw==; "
                + "NSPinnedCAIdentities has the key of CN=Intermediate, DA==.")
        #expect(confirmations { $0.pins = PinnedIdentities(leaves: [[99]]) }[.certificatePin] == nil)
    }

    @Test func saysThatThePackageOfNIAPIsMet() {
        let rules: [RuleID] = [.niapCipher, .niapSignature, .niapExtendedMasterSecret]
        #expect(confirmations().keys.allSatisfy { !rules.contains($0) })
        let found = confirmations { $0.requiresNIAP = true }
        #expect(rules.allSatisfy { found[$0]?.contains("FCP_v2.1") == true })
    }

    @Test func confirmsNothingThatIsViolated() {
        let old = confirmations(Sample.secure(Sample.chain(), Sample.handshake(.tls1_0, 0xC013)))
        #expect(old[.tlsVersion] == nil)
        #expect(old[.tlsForwardSecrecy] != nil)
        let withoutSecrecy = confirmations(Sample.secure(Sample.chain(), Sample.handshake(.tls1_2, 0x009C)))
        #expect(withoutSecrecy[.tlsForwardSecrecy] == nil)
        #expect(withoutSecrecy[.tlsCipher] == nil)
        let expired = confirmations(Sample.secure(Sample.chain(Sample.leaf { $0.notAfter = $0.notBefore + 60 })))
        #expect(expired[.certificateValidity] == nil)
        #expect(confirmations(.cleartext(.http)).isEmpty)
        #expect(confirmations(.cleartext(.http)) { $0.allowsInsecureHTTPLoads = true }[.cleartext] != nil)
    }
}
