import Testing

@testable import TransportSecurity

@Suite struct WaiverTests {
    @Test(
        arguments: [
            ("tls.version", Waiver(rule: .tlsVersion)),
            ("certificate.pin@example.com", Waiver(rule: .certificatePin, host: Sample.host)),
            ("certificate.pin@EXAMPLE.com", Waiver(rule: .certificatePin, host: Sample.host)),
            ("tls.verison", nil), ("", nil), ("@example.com", nil), ("tls.version@", nil),
        ] as [(String, Waiver?)])
    func readsRuleAndHost(text: String, waiver: Waiver?) {
        #expect(Waiver(text) == waiver)
    }

    @Test(
        arguments: [
            (Waiver(rule: .tlsVersion), RuleID.tlsVersion, true), (Waiver(rule: .tlsVersion), .tlsCipher, false),
            (Waiver(rule: .tlsVersion, host: Sample.host), .tlsVersion, true),
            (Waiver(rule: .tlsVersion, host: .name("www.example.com")), .tlsVersion, false),
        ])
    func coversItsRuleAtItsHost(waiver: Waiver, rule: RuleID, covers: Bool) {
        #expect(waiver.covers(rule, at: Sample.host) == covers)
    }
}
