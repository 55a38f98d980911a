import Foundation
import Testing

/// `check --diagnose` gives the pattern that nscurl's logic implies.
@Suite struct DiagnoseTests {
    /// Servers, and which of the tests 1 to 16 pass, in nscurl's order: default, arbitrary loads, versions 1.3 to 1.0,
    /// no forward secrecy, the same with cleartext, versions without forward secrecy, the same with cleartext. Last the
    /// exception in the end.
    static let servers: [(name: String, passes: String, help: String)] = [
        ("good", "PP PPPP P P PPPP PPPP", "none is needed"),
        ("tls12", "PP FPPP P P FPPP FPPP", "none is needed"),
        ("tls10", "FP FFFP F F FFFP FFFP", "NSExceptionMinimumTLSVersion = \"TLSv1.0\";"),
        ("tls10-rsa", "FP FFFF F F FFFP FFFP", "NSExceptionRequiresForwardSecrecy = false;"),
        ("rsa-gcm", "FP FFFF P P FPPP FPPP", "NSExceptionRequiresForwardSecrecy = false;"),
        ("dhe", "FP FFFF F P FFFF FPPP", "NSExceptionAllowsInsecureHTTPLoads = true;"),
        ("self-signed", "FF FFFF F F FFFF FFFF", "No exception passes by itself"),
        ("banner", "FF FFFF F F FFFF FFFF", "No exception passes; the server must be changed."),
        ("rc4", "FF FFFF F F FFFF FFFF", "No exception passes; the server must be changed."),
    ]

    @Test(arguments: servers)
    func theTestsOfNscurlPassAndFail(server: (name: String, passes: String, help: String)) throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program, ["check", "--diagnose"] + site.trust + site.resolve + [site.url(server.name)])
        #expect(program.end() == (server.passes.hasPrefix("P") && server.help == "none is needed" ? 0 : 1))
        let output = program.output
        let results = output.matches(of: #/Result : (PASS|FAIL)/#).map { $0.1.prefix(1) }.joined()
        #expect(results.prefix(16) == server.passes.replacing(" ", with: ""))
        #expect(results.count == 19)
        #expect(output.hasPrefix("Starting ATS Diagnostics\n\nConfiguring ATS Info.plist keys and displaying"))
        let end = try #require(output.components(separatedBy: String(repeating: "=", count: 80)).last)
        #expect(end.contains(server.help))
    }

    @Test func olderSystemsHaveNoTestsOfTLS13() throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program,
            ["check", "--diagnose", "--os", "macos10.13"] + site.trust + site.resolve + [site.url("good")])
        #expect(program.end() == 0)
        #expect(program.output.matches(of: #/Result : /#).count == 13)
        #expect(!program.output.contains("TLSv1.3"))
    }

    @Test func programsGetOneEventWithTheTests() throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program,
            ["check", "--diagnose", "--format", "json"] + site.trust + site.resolve + [site.url("rsa-gcm")])
        #expect(program.end() == 1)
        let event = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
        let diagnosis = try #require(event?["diagnosis"] as? [String: Any])
        #expect((diagnosis["tests"] as? [[String: Any]])?.count == 19)
        #expect(diagnosis["isSufficient"] as? Bool == true)
        let exception = diagnosis["smallestException"] as? [String: [String: [String: Bool]]]
        #expect(exception?["NSExceptionDomains"]?["rsa-gcm.test"] == ["NSExceptionRequiresForwardSecrecy": false])
    }
}
