import Foundation
import Testing

/// `check --diagnose` gives the pattern that nscurl's logic implies.
@Suite struct DiagnoseTests {
    /// Servers, and which of the tests 1 to 16 pass, in nscurl's order: default, arbitrary loads, versions 1.3 to 1.0,
    /// no forward secrecy, the same with cleartext, versions without forward secrecy, the same with cleartext. Last the
    /// exception in the end.
    static let servers: [(name: String, passes: String, help: String)] = [
        ("good", "PP PPPP P P PPPP PPPP", "passes with ATS's defaults; no exception is needed."),
        ("tls12", "PP FPPP P P FPPP FPPP", "passes with ATS's defaults; no exception is needed."),
        (
            "tls10", "FP FFFP F F FFFP FFFP",
            "the smallest exception that works: NSExceptionMinimumTLSVersion = TLSv1.0 "
        ),
        (
            "tls10-rsa", "FP FFFF F F FFFP FFFP",
            "the smallest exception that works: NSExceptionMinimumTLSVersion = TLSv1.0, NSExceptionRequiresForwardSecrecy = NO "
        ),
        (
            "rsa-gcm", "FP FFFF P P FPPP FPPP",
            "the smallest exception that works: NSExceptionRequiresForwardSecrecy = NO "
        ),
        (
            "3des", "FP FFFF F P FFFF FPPP",
            "the smallest exception that works: NSExceptionAllowsInsecureHTTPLoads = YES, "
        ),
        ("self-signed", "FF FFFF F F FFFF FFFF", "no exception helps by itself: not trusted: "),
        ("banner", "FF FFFF F F FFFF FFFF", "no exception helps; the server must be changed: "),
        ("dhe", "FF FFFF F F FFFF FFFF", "no exception helps; the server must be changed: "),
        ("rc4", "FF FFFF F F FFFF FFFF", "no exception helps; the server must be changed: "),
    ]

    @Test(arguments: servers)
    func theTestsOfNscurlPassAndFail(server: (name: String, passes: String, help: String)) throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program, ["check", "--diagnose"] + site.trust + site.resolve + [site.url(server.name)])
        #expect(
            program.end()
                == (server.passes.hasPrefix("P") && server.help == "passes with ATS's defaults; no exception is needed."
                    ? 0 : 1))
        let output = program.output
        let results = output.matches(of: #/\n  (PASS|FAIL)  /#).map { $0.1.prefix(1) }.joined()
        #expect(results.prefix(16) == server.passes.replacing(" ", with: ""))
        #expect(results.count == 19)
        let answer = try #require(output.split(separator: "\n").first)
        #expect(answer.hasPrefix("\(server.name).test:\(try site.port(server.name)): "))
        #expect(answer.contains(server.help))
        #expect(output.contains("<key>\(server.name).test</key>") == server.help.hasPrefix("the smallest exception"))
    }

    @Test func theLayoutOfNscurlIsPrintedOnRequest() throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program, ["check", "--diagnose", "--verbose"] + site.trust + site.resolve + [site.url("tls10")])
        #expect(program.end() == 1)
        #expect(program.output.matches(of: #/\nResult : (PASS|FAIL)/#).count == 19)
        #expect(program.output.contains("Starting ATS Diagnostics\n\nConfiguring ATS Info.plist keys and displaying"))
    }

    @Test func olderSystemsHaveNoTestsOfTLS13() throws {
        let site = try Site.judged.get()
        let program = try Program(
            Repository.program,
            ["check", "--diagnose", "--os", "macos10.13"] + site.trust + site.resolve + [site.url("good")])
        #expect(program.end() == 0)
        #expect(program.output.matches(of: #/\n  (?:PASS|FAIL)  /#).count == 13)
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
