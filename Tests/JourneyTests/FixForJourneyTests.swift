import Foundation
import Testing

/// `check --fix-for` against real servers: the printed lines in the place of faulty ones make them pass.
@Suite struct FixForJourneyTests {
    /// A fault of a configuration.
    struct Fault: CustomTestStringConvertible, Sendable {
        let kind: ConfiguredServer.Kind
        let lines: [String]
        /// The rules that find the fault.
        let rules: [String]
        /// The first words of the printed lines.
        let fixed: [String]
        var os = "ios27"

        var testDescription: String { "\(kind.rawValue) \(lines.joined(separator: " "))" }
    }

    private static let gcm = "ECDHE-RSA-AES128-GCM-SHA256"

    static let faults: [Fault] = [
        Fault(
            kind: .nginx, lines: ["ssl_protocols TLSv1;", "ssl_ciphers ECDHE-RSA-AES128-SHA:@SECLEVEL=0;"],
            rules: ["tls.version"], fixed: ["ssl_protocols"]),
        Fault(
            kind: .nginx, lines: ["ssl_protocols TLSv1;", "ssl_ciphers AES128-SHA:@SECLEVEL=0;"],
            rules: ["tls.forward-secrecy", "tls.version"], fixed: ["ssl_protocols", "ssl_ciphers"]),
        Fault(
            kind: .nginx, lines: ["ssl_protocols TLSv1.2;", "ssl_ciphers AES128-GCM-SHA256;"],
            rules: ["tls.forward-secrecy"], fixed: ["ssl_ciphers"]),
        Fault(
            kind: .nginx, lines: ["ssl_protocols TLSv1.2;", "ssl_ciphers ECDHE-RSA-AES128-SHA;"],
            rules: ["niap.cipher"], fixed: ["ssl_ciphers"], os: "system27"),
        Fault(
            kind: .nginx, lines: ["ssl_protocols TLSv1.2;", "ssl_conf_command Options -ExtendedMasterSecret;"],
            rules: ["niap.extended-master-secret"], fixed: ["ssl_protocols"], os: "system27"),
        Fault(
            kind: .nginx, lines: ["ssl_protocols TLSv1.3;", "ssl_ecdh_curve X448;"],
            rules: ["tls.handshake"], fixed: ["ssl_ecdh_curve"]),
        Fault(
            kind: .nginx,
            lines: [
                "ssl_protocols TLSv1.2;", "ssl_ciphers \(gcm):@SECLEVEL=0;",
                "ssl_conf_command SignatureAlgorithms RSA+SHA1;",
            ],
            rules: ["niap.signature"], fixed: ["ssl_conf_command"], os: "system27"),
        Fault(
            kind: .apache, lines: ["SSLProtocol TLSv1", "SSLCipherSuite ECDHE-RSA-AES128-SHA:@SECLEVEL=0"],
            rules: ["tls.version"], fixed: ["SSLProtocol"]),
        Fault(
            kind: .apache, lines: ["SSLProtocol TLSv1.2", "SSLCipherSuite AES128-GCM-SHA256"],
            rules: ["tls.forward-secrecy"], fixed: ["SSLCipherSuite"]),
        Fault(
            kind: .apache, lines: ["SSLProtocol TLSv1.2", "SSLCipherSuite ECDHE-RSA-AES128-SHA"],
            rules: ["niap.cipher"], fixed: ["SSLCipherSuite"], os: "system27"),
        Fault(
            kind: .apache, lines: ["SSLProtocol TLSv1.3", "SSLOpenSSLConfCmd Curves X448"],
            rules: ["tls.handshake"], fixed: ["SSLOpenSSLConfCmd"]),
        Fault(
            kind: .haproxy,
            lines: [
                "ssl-default-bind-options ssl-min-ver TLSv1.0 ssl-max-ver TLSv1.0",
                "ssl-default-bind-ciphers ECDHE-RSA-AES128-SHA:@SECLEVEL=0",
            ],
            rules: ["tls.version"], fixed: ["ssl-default-bind-options"]),
        Fault(
            kind: .haproxy,
            lines: [
                "ssl-default-bind-options ssl-max-ver TLSv1.2", "ssl-default-bind-ciphers AES128-GCM-SHA256",
            ],
            rules: ["tls.forward-secrecy"], fixed: ["ssl-default-bind-ciphers"]),
        Fault(
            kind: .haproxy,
            lines: [
                "ssl-default-bind-options ssl-max-ver TLSv1.2", "ssl-default-bind-ciphers ECDHE-RSA-AES128-SHA",
            ],
            rules: ["niap.cipher"], fixed: ["ssl-default-bind-ciphers"], os: "system27"),
        Fault(
            kind: .haproxy,
            lines: ["ssl-default-bind-options ssl-min-ver TLSv1.3", "ssl-default-bind-curves X448"],
            rules: ["tls.handshake"], fixed: ["ssl-default-bind-curves"]),
        Fault(
            kind: .caddy, lines: ["protocols tls1.2 tls1.2", "ciphers TLS_RSA_WITH_AES_128_GCM_SHA256"],
            rules: ["tls.forward-secrecy"], fixed: ["tls", "ciphers", "}"]),
        // Go has Extended Master Secret from 1.21 on. Debian's Caddy is built with an older one.
        Fault(
            kind: .caddy, lines: ["protocols tls1.2 tls1.2", "ciphers TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"],
            rules: ["niap.cipher", "niap.extended-master-secret"], fixed: ["tls", "ciphers", "protocols", "}"],
            os: "system27"),
    ]

    @Test(arguments: faults)
    func printedLinesMakeTheServerPass(fault: Fault) throws {
        let site = try Site.judged.get()
        let server = try ConfiguredServer(fault.kind, of: site, lines: fault.lines)
        let before = try check(server, fault, site)
        #expect(before.status == 1)
        #expect(DecisionFacts(before.event).violations == fault.rules)
        let change = try #require(before.event["serverConfiguration"] as? [String: Any])
        let lines = try #require(change["lines"] as? [String])
        #expect(lines.map { $0.split(separator: " ").first.map(String.init) ?? "" } == fault.fixed)
        #expect((change["remaining"] as? [Any])?.isEmpty == true)
        try server.restart(with: lines)
        let after = try check(server, fault, site)
        #expect(DecisionFacts(after.event).violations == [], "\(server.lines)")
        #expect(after.status == 0)
        #expect(after.event["serverConfiguration"] == nil)
    }

    private func check(
        _ server: ConfiguredServer, _ fault: Fault, _ site: Site
    ) throws -> (status: Int32, event: [String: Any]) {
        let program = try Program(
            Repository.program,
            ["check"] + site.trust + [
                "--resolve", "tls12.test:*:127.0.0.1", "--os", fault.os, "--fix-for", fault.kind.rawValue, "--format",
                "json", "https://tls12.test:\(server.port)/",
            ])
        let status = program.end()
        let event = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
        return (status, try #require(event, "\(program.errors)"))
    }
}
