import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct CertificateHostnameTests {
    @Test(
        arguments: [
            ("example.com", "example.com", true), ("example.com", "EXAMPLE.com", true),
            ("example.com.", "example.com", true), ("www.example.com", "example.com", false),
            ("www.example.com", "*.example.com", true), ("a.www.example.com", "*.example.com", false),
            ("example.com", "*.example.com", false), ("example.com", "*.com", false), ("com", "*", false),
            ("www.example.com", "w*.example.com", false), ("www.example.com", "www.*.com", false),
            ("a.b.example.com", "*.*.example.com", false), ("www.example.com", "*.example.com.", false),
            ("www.example.co.uk", "*.example.co.uk", true), ("example.co.uk", "*.co.uk", false), ("", "", false),
            ("example.com", "example.com.", false), ("nas", "nas", true),
            ("a-.example.com", "a-.example.com", false), ("-a.example.com", "-a.example.com", false),
            ("a.example-.com", "*.example-.com", false), ("a-.example.com", "*.example.com", true),
            ("k.example.com", "\u{212A}.example.com", false), ("k.example.com", "*.EXAMPLE.com", true),
            ("a-b.example.com", "a-b.example.com", true), ("a_b.example.com", "a_b.example.com", true),
        ])
    func comparesNames(host: String, presented: String, matches: Bool) {
        let outcome = outcome(.name(host), dnsNames: [presented])
        #expect(outcome.kind == (matches ? .compliant : .violation))
    }

    @Test(
        arguments: [
            (26, ["other.example"], [[203, 0, 113, 1]], Outcome.Kind.compliant),
            (26, ["203.0.113.1"], [], .violation), (12, ["203.0.113.1"], [], .compliant),
            (26, ["*.0.113.1"], [], .violation), (12, ["*.0.113.1"], [], .violation),
            (26, [], [[203, 0, 113, 2]], .violation), (26, [], [[0xFF]], .violation),
        ] as [(Int, [String], [[UInt8]], Outcome.Kind)])
    func comparesAddressesAsBytes(major: Int, names: [String], addresses: [[UInt8]], expected: Outcome.Kind) throws {
        let address = try #require(IPAddress("203.0.113.1"))
        let outcome = outcome(.address(address), dnsNames: names, addresses: addresses, os: OSVersion(.ios, major))
        #expect(outcome.kind == expected)
    }

    @Test(
        arguments: [
            (12, nil, Outcome.Kind.compliant), (12, [], .compliant), (12, ["other.example"], .violation),
            (13, nil, .violation), (13, [], .violation),
        ] as [(Int, [String]?, Outcome.Kind)])
    func fallsBackToTheCommonNameUntilIOS12(major: Int, names: [String]?, expected: Outcome.Kind) {
        let leaf = Sample.leaf { $0.subjectAltNames = names.map { .init(dnsNames: $0) } }
        let outcome = CertificateHostname().evaluate(
            Sample.secure(Sample.chain(leaf)), under: Sample.requirements(OSVersion(.ios, major)), at: Sample.now)
        #expect(outcome.kind == expected)
    }

    @Test func escapesControlCharactersInNames() {
        guard case .violation(let finding) = outcome(.name("a"), dnsNames: ["\u{1B}[2J", "\u{202E}"]) else {
            Issue.record("no violation")
            return
        }
        #expect(finding.actual == "\\u{1B}[2J, \\u{202E}" && finding.message.contains(finding.actual))
    }

    @Test(
        arguments: [
            (nil, "no subjectAltName"),
            (.init(dnsNames: []), "a subjectAltName without a dNSName or iPAddress"),
            (.init(dnsNames: [], fault: .unreadable), "a subjectAltName that cannot be read"),
            (
                .init(dnsNames: [], fault: .dnsName),
                "a subjectAltName with a malformed name (a dNSName that is not UTF-8), so that none counts"
            ),
            (
                .init(dnsNames: [], fault: .ipAddress(octets: 5)),
                "a subjectAltName with a malformed name (an iPAddress of 5 octets), so that none counts"
            ),
        ] as [(Certificate.SubjectAltNames?, String)])
    func saysWhyNoNameCounts(names: Certificate.SubjectAltNames?, text: String) {
        let chain = Sample.chain(Sample.leaf { $0.subjectAltNames = names })
        let finding = CertificateHostname().evaluate(
            Sample.secure(chain), under: Sample.requirements(), at: Sample.now
        ).finding
        #expect(finding?.actual == text && finding?.briefReason == "the certificate has \(text)")
        #expect(finding?.message == "The certificate CN=example.com is not for example.com; it has \(text).")
    }

    @Test func isNotApplicableWithoutACertificate() {
        #expect(
            CertificateHostname().evaluate(.cleartext(.http), under: Sample.requirements(), at: Sample.now)
                == .notApplicable)
    }

    private func outcome(
        _ host: Host, dnsNames: [String], addresses: [[UInt8]] = [], os: OSVersion = .newest
    ) -> Outcome {
        let leaf = Sample.leaf { $0.subjectAltNames = .init(dnsNames: dnsNames, ipAddresses: addresses) }
        return CertificateHostname(publicSuffixes: PublicSuffixes(lines: ["co.uk"])).evaluate(
            Sample.secure(Sample.chain(leaf)), under: Sample.requirements(os) { $0.host = host }, at: Sample.now)
    }
}
