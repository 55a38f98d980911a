import InternetNames
import Testing

@testable import TransportSecurity

@Suite struct TunnelServerNameTests {
    private func outcome(
        _ name: ByteString?, at host: String = "example.com", hidden: Bool = false, applies: Bool = true,
        strict: Bool = false
    ) throws -> Outcome {
        let hello = TunnelObservation.Hello(serverName: name, mayHideName: hidden)
        let host = try #require(Host(host))
        let requirements = Sample.requirements {
            $0.host = host
            if !applies { Sample.off(&$0) }
        }
        var tunnel = Sample.tunnel(.hello(hello))
        tunnel.isStrict = strict
        return TunnelServerName().evaluate(tunnel, under: requirements)
    }

    @Test(
        arguments: [
            ("example.com", "example.com", .compliant), ("EXAMPLE.com", "example.com", .compliant),
            ("example.com", "example.com.", .compliant), ("bücher.example", "xn--bcher-kva.example", .violation),
            ("\u{212A}.example", "k.example", .violation), ("example。com", "example.com", .violation),
            ("www.example.com", "example.com", .violation), ("example.org", "example.com", .violation),
            ("192.0.2.1", "example.com", .violation), ("no name\u{7}", "example.com", .violation),
            (nil, "example.com", .note), ("example.com", "192.0.2.1", .note), (nil, "2001:db8::1", .note),
        ] as [(ByteString?, String, Outcome.Kind)])
    func comparesTheNames(name: ByteString?, host: String, expected: Outcome.Kind) throws {
        #expect(try outcome(name, at: host).kind == expected)
    }

    @Test(arguments: ["example.com", "cdn.example.net", nil] as [ByteString?])
    func notesThatAnEncryptedHelloMayHideTheName(name: ByteString?) throws {
        #expect(try outcome(name, hidden: true).kind == .note)
    }

    @Test(
        arguments: [
            ("example.com", "example.com", false, .compliant), ("example.com", "example.com", true, .violation),
            ("cdn.example.net", "example.com", true, .violation), (nil, "example.com", false, .violation),
            (nil, "192.0.2.1", false, .note), ("example.com", "192.0.2.1", false, .violation),
            (nil, "192.0.2.1", true, .violation),
        ] as [(ByteString?, String, Bool, Outcome.Kind)])
    func strictTunnelsRefuseUnknownNames(name: ByteString?, host: String, hidden: Bool, expected: Outcome.Kind) throws {
        #expect(try outcome(name, at: host, hidden: hidden, strict: true).kind == expected)
        #expect(try outcome(name, at: host, hidden: hidden, applies: false, strict: true).kind != .violation)
    }

    @Test func onlyNotesIfATSIsOff() throws {
        #expect(try outcome("example.org", applies: false).kind == .note)
    }

    @Test(arguments: [TunnelObservation.Opening.cleartext("x"), .serverSpokeFirst("x"), .unreadable])
    func isNotApplicableWithoutAHello(opening: TunnelObservation.Opening) {
        #expect(TunnelServerName().evaluate(Sample.tunnel(opening), under: Sample.requirements()) == .notApplicable)
    }

    @Test func hasNeitherAnAppleCodeNorAnException() throws {
        let finding = try #require(try outcome("example.org").finding)
        #expect(finding.rule == .tunnelSNI && finding.expected == "example.com" && finding.actual == "example.org")
        #expect(finding.status == nil && finding.urlError == nil && finding.exception == nil)
    }

    @Test func truncatesOverlongNames() throws {
        let finding = try #require(try outcome(ByteString(String(repeating: "a", count: 15_000))).finding)
        #expect(finding.actual.count == 254 && finding.message.count < 400)
    }
}
