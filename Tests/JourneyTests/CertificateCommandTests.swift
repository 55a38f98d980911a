import Foundation
import Testing

/// `atsproxy certificate` against chains of its own, at times of their own.
@Suite struct CertificateCommandTests {
    /// The chain, the host, the time, the OS, what is found, and whether it is a violation.
    struct Row: CustomTestStringConvertible, Sendable {
        let chain: String
        let at: String?
        let os: String
        let findings: [String]
        var host = "cut.test"

        init(_ chain: String, at: String? = nil, _ os: String, _ findings: String..., host: String = "cut.test") {
            (self.chain, self.at, self.os, self.findings, self.host) = (chain, at, os, findings, host)
        }

        var testDescription: String { "\(chain) \(os) \(at ?? "now")" }
    }

    static let rows = [
        // 825 days bind installed CAs from the second after 23:00 UTC on 30 June 2019, and from iOS 13.
        Row("cut-installed-at", at: "2020-01-01", "ios13"),
        Row("cut-installed-after", at: "2020-01-01", "ios13", "certificate.lifetime"),
        Row("cut-installed-after", at: "2020-01-01", "ios12"),
        // Public CAs: 39 months until 1 March 2018, 825 days until 1 September 2020, 398 from then on.
        Row("cut-825-before", at: "2018-06-01", "ios13"),
        Row("cut-825-at", at: "2018-06-01", "ios13", "certificate.lifetime"),
        Row("cut-398-before", at: "2021-01-01", "ios13"),
        Row("cut-398-at", at: "2021-01-01", "ios13", "certificate.lifetime"),
        Row("cut-398-at", at: "2021-01-01", "ios12"),
        // Transparency from 16 October 2018, and from iOS 12.1.
        Row("cut-ct-before", at: "2019-01-01", "ios12.1"),
        Row("cut-ct-at", at: "2019-01-01", "ios12.1", "certificate.transparency"),
        Row("cut-ct-at", at: "2019-01-01", "ios12.0"),
        // Two timestamps below 15 months until 20 April 2021, up to 180 days from then on.
        Row("cut-months-14", at: "2021-06-01", "ios14"),
        Row("cut-months-15", at: "2020-06-01", "ios14", "certificate.transparency"),
        Row("cut-days-390", at: "2021-06-01", "ios14", "certificate.transparency"),
        Row("cut-days-390-three", at: "2021-06-01", "ios14"),
        // The first and the last second of a validity.
        Row("cut-ct-before", at: "2018-10-15T23:59:59Z", "ios27"),
        Row("cut-ct-before", at: "2018-10-15T23:59:58Z", "ios27", "certificate.validity"),
        Row("cut-ct-before", at: "2019-08-11T23:59:59Z", "ios27"),
        Row("cut-ct-before", at: "2019-08-12T00:00:00Z", "ios27", "certificate.validity"),
        // Keys that no handshake of these systems gets to see.
        Row("ec-224", "ios27", "certificate.key-size", host: "ec-224.test"),
        Row("ec-384", "ios27", host: "ec-384.test"),
        Row("ed25519", "ios27", "certificate.key-size", host: "ed25519.test"),
        // Names.
        Row("suffix-wildcard", "ios27", "certificate.hostname", host: "example.co.uk"),
        Row("wildcard", "ios27", host: "a.wildcard.test"),
        Row("address", "ios27", host: "127.0.0.1"),
        Row(
            "several", "ios27", "certificate.hostname", "certificate.signature", "certificate.validity",
            host: "several.test"),
        Row("no-issuer-aia", "ios27", "certificate.trust", host: "no-issuer-aia.test"),
        Row("sha1", "system27", "certificate.signature", host: "sha1.test"),
        Row("good", "system27", host: "good.test"),
    ]

    @Test(arguments: rows)
    func theChainIsJudgedAsTheTableSays(row: Row) throws {
        let site = try Site.judged.get()
        var arguments = ["certificate", "--format", "json", "--os", row.os, "--host", row.host]
        arguments += ["--chain", site.folder.appending(path: "\(row.chain).pem").path] + site.trust
        if let at = row.at { arguments += ["--at", at] }
        let program = try Program(Repository.program, arguments)
        #expect(program.end() == (row.findings.isEmpty ? 0 : 1), "\(program.errors)")
        let event = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any] ?? [:]
        let facts = DecisionFacts(event)
        #expect(facts.violations == row.findings.sorted())
        #expect(facts.warnings == [])
        #expect((event["tls"] as? [String: Any])?["source"] as? String == "file")
        #expect(event["mode"] is NSNull)
    }

    /// A notice on the last third changes no status; a time that is asked for does.
    @Test(arguments: [
        ("2019-05-01", [], 0, false), ("2019-06-01", [], 0, true),
        ("2019-08-01", ["--expires-within", "10d"], 0, true),
        ("2019-08-01", ["--expires-within", "14d"], 1, true), ("2019-06-01", ["--expires-within", "14d"], 0, true),
    ])
    func certificateThatEndsSoonIsNamed(at: String, options: [String], status: Int, isDue: Bool) throws {
        let site = try Site.judged.get()
        let chain = site.folder.appending(path: "cut-ct-before.pem").path
        let arguments = ["certificate", "--chain", chain, "--host", "cut.test", "--os", "ios27", "--at", at]
        let text = try Program(Repository.program, arguments + options + site.trust)
        #expect(Int(text.end()) == status, "\(text.errors)")
        #expect(text.output.contains("  renew        The certificate ends on 2019-08-11") == isDue, "\(text.output)")
        #expect(text.output.contains("ATS allows it"))
        let json = try Program(Repository.program, arguments + options + site.trust + ["--format", "json"])
        #expect(Int(json.end()) == status)
        let event = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any] ?? [:]
        #expect(event["decision"] as? String == "allowed")
        #expect(
            (event["renewalDue"] as? [String: Any])?["notAfter"] as? String
                == (isDue ? "2019-08-11T23:59:59.000Z" : nil))
    }

    @Test(arguments: [
        (["--host", "good.test", "--chain", "/nonexistent.pem"], 65),
        (["--host", "good.test", "--chain", "/etc/hostname"], 65),
        (["--host", "good.test", "--chain", "good.pem", "--at", "yesterday"], 64),
        (["--host", "no host", "--chain", "good.pem"], 64), (["--host", "good.test"], 64),
    ])
    func whatIsNoChainHostOrTimeIsSaid(arguments: [String], status: Int) throws {
        let program = try Program(Repository.program, ["certificate"] + arguments)
        #expect(Int(program.end()) == status)
        #expect(!program.errors.isEmpty)
        #expect(program.output.isEmpty)
    }
}
