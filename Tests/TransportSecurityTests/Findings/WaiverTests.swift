import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct WaiverTests {
    @Test(
        arguments: [
            ("tls.version", Waiver(rule: .tlsVersion)),
            ("certificate.pin@example.com", Waiver(rule: .certificatePin, host: Sample.host)),
            ("certificate.pin@EXAMPLE.com", Waiver(rule: .certificatePin, host: Sample.host)),
            ("tls.verison", nil), ("", nil), ("@example.com", nil), ("tls.version@", nil),
            ("certificate.*", Waiver(.family("certificate"))),
            ("certificate.*@*.Example.com", Waiver(.family("certificate"), at: .subdomains(of: "example.com"))),
            ("*@example.com", Waiver(.every, at: .host(Sample.host))), ("tunnel.*", Waiver(.family("tunnel"))),
            // A waiver of everything everywhere is refused.
            ("*", nil), ("*@*", nil), ("*@", nil), ("unknown.*", nil), ("certificate*", nil), ("certificate.p*", nil),
            (".*", nil), ("cleartext.*", nil), ("tls.version@*", nil), ("tls.version@*.", nil),
            ("tls.version@*.*.com", nil), ("tls.version@www.*.com", nil), ("tls.version@*example.com", nil),
            ("tls.version@*.192.0.2.1", nil), ("tls.version@*.[::1]", nil),
        ] as [(String, Waiver?)])
    func readsRuleAndHost(text: String, waiver: Waiver?) {
        #expect(Waiver(text) == waiver)
    }

    @Test(
        arguments: [
            (Waiver(rule: .tlsVersion), RuleID.tlsVersion, true), (Waiver(rule: .tlsVersion), .tlsCipher, false),
            (Waiver(rule: .tlsVersion, host: Sample.host), .tlsVersion, true),
            (Waiver(rule: .tlsVersion, host: .name("www.example.com")), .tlsVersion, false),
            (Waiver(.family("tls")), .tlsVersion, true), (Waiver(.family("tls")), .certificateTrust, false),
            (Waiver(.every, at: .host(Sample.host)), .cleartext, true),
            // What a tunnel repeats of the probe is the same problem; the reverse does not hold.
            (Waiver(rule: .tlsVersion), .tunnelVersion, true), (Waiver(rule: .tunnelVersion), .tlsVersion, false),
            (Waiver(rule: .tlsForwardSecrecy), .tunnelCipher, true), (Waiver(rule: .tlsVersion), .tunnelCipher, false),
            (Waiver(rule: .tlsVersion, host: .name("www.example.com")), .tunnelVersion, false),
        ])
    func coversItsRuleAtItsHost(waiver: Waiver, rule: RuleID, covers: Bool) {
        #expect(waiver.covers(rule, at: Sample.host) == covers)
    }

    /// The hosts of a wildcard are the names below it at any depth.
    @Test(
        arguments: [
            ("a.example.com", true), ("a.b.example.com", true), ("example.com", false), ("anexample.com", false),
            ("example.com.evil.test", false), ("a.example.com.", false), ("127.0.0.1", false), ("::1", false),
        ])
    func aWildcardCoversNamesBelow(host: String, covers: Bool) throws {
        let waiver = try #require(Waiver("tls.version@*.example.com"))
        #expect(waiver.covers(.tlsVersion, at: try #require(Host(host))) == covers)
    }

    @Test func aFamilyNeedsItsAsterisk() {
        #expect(RulePattern("niap.*")?.matches(.niapCipher) == true && RulePattern("niap") == nil)
    }

    @Test(arguments: ["tls.version", "certificate.*", "*@example.com", "niap.*@*.example.com", "cleartext@::1"])
    func isWrittenAsItIsRead(text: String) {
        #expect(Waiver(text)?.description == text)
    }
}
