import Foundation
import Testing

/// `atsproxy check` as its user meets it.
@Suite struct CheckCommandTests {
    private func check(_ options: String..., input: String? = nil) throws -> (
        status: Int32, output: String, errors: String
    ) {
        let site = try Site.judged.get()
        let arguments = ["check"] + site.trust + site.resolve + options
        guard let input else {
            let program = try Program(Repository.program, arguments)
            return (program.end(), program.output, program.errors)
        }
        let script = "printf '%s' \"$0\" | \"$@\""
        let program = try Program("/bin/sh", ["-c", script, input, Repository.program] + arguments)
        return (program.end(), program.output, program.errors)
    }

    private func url(_ name: String, _ scheme: String = "https") throws -> String {
        try Site.judged.get().url(name, scheme: scheme)
    }

    private func events(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    @Test func theExitStatusTellsViolationsBeforeFailures() throws {
        #expect(try check(url("good")).status == 0)
        #expect(try check(url("expired")).status == 1)
        #expect(try check(url("refused")).status == 69)
        #expect(try check(url("refused"), url("expired"), url("good")).status == 1)
        #expect(try check(url("refused"), url("good")).status == 69)
        #expect(try check(url("self-signed"), "--policy", policy(#"{"NSAllowsArbitraryLoads":true}"#)).status == 1)
        #expect(try check("ftp://good.test/").status == 64)
        #expect(try check("--os", "auto", url("good")).status == 64)
        #expect(try check("--policy", "/nonexistent", url("good")).status == 65)
    }

    @Test func cleartextIsJudgedWithoutANetwork() throws {
        let result = try check("http://nowhere.invalid/", "--format", "json")
        #expect(result.status == 1)
        #expect(try events(result.output).map { DecisionFacts($0).violations } == [["cleartext"]])
    }

    @Test func resultsComeInTheOrderOfTheURLs() throws {
        let names = ["no-issuer-silent", "good", "refused", "expired"]
        let result = try check(
            "--format", "json", "-", input: "# comment\n\n" + names.map { try url($0) }.joined(separator: "\n") + "\n")
        #expect(try events(result.output).map { $0["host"] as? String } == names.map { "\($0).test" })
    }

    @Test func anEventHasNoClient() throws {
        let event = try #require(try events(check("--format", "json", url("good")).output).first)
        #expect(event["event"] as? String == "decision")
        #expect(event["decision"] as? String == "allowed")
        #expect(event["mode"] is NSNull)
        #expect(event["address"] as? String == "127.0.0.1")
        for name in ["listener", "client", "user", "app", "method"] { #expect(event[name] == nil) }
    }

    @Test func eachAddressIsJudgedByItself() throws {
        let result = try check(
            "--format", "json", "--per-address", "--resolve", "both.test:*:127.0.0.1,127.0.0.2",
            "https://both.test:\(Site.judged.get().port("refused"))/")
        #expect(try events(result.output).map { $0["address"] as? String } == ["127.0.0.1", "127.0.0.2"])
        #expect(result.status == 69)
    }

    @Test func aWaiverIsVisibleInWhatItTouched() throws {
        let event = try events(
            check("--format", "json", "--ignore", "certificate.validity@expired.test", url("expired")).output)
        let facts = DecisionFacts(try #require(event.first))
        #expect(facts.violations.isEmpty)
        #expect(facts.notes.contains { $0.hasPrefix("Waived by --ignore certificate.validity@expired.test: ") })
        #expect(try check("--ignore", "certificate.validity@good.test", url("expired")).status == 1)
        #expect(try check("--ignore", "no.rule", url("good")).status == 64)
    }

    @Test func nothingIsFetchedWhereThatIsOff() throws {
        #expect(try check(url("no-issuer-aia")).status == 0)
        #expect(try check("--no-aia", url("no-issuer-aia")).status == 1)
        let event = try events(check("--format", "json", url("no-issuer-aia")).output)
        #expect(
            DecisionFacts(try #require(event.first)).notes.contains { $0.contains("does not send the certificate") })
    }

    @Test func noControlCharacterReachesATerminal() throws {
        for format in ["text", "json"] {
            let mismatch = "https://mismatch.test:\(try Site.judged.get().port("control"))/"
            let result = try check(
                "--format", format, "--resolve", "mismatch.test:*:127.0.0.1", url("control"), mismatch)
            #expect(!result.output.utf8.contains { $0 < 0x20 && $0 != 0x0A })
            #expect(!result.output.contains("\u{1B}"))
        }
        #expect(try check(url("control")).output.contains(#"evil"#))
    }

    @Test func aListOfLogsThatIsTooOldIsSaidOnce() throws {
        let old = #"{"log_list_timestamp":"2020-01-01T00:00:00Z","operators":[]}"#
        let result = try check("--ct-log-list", policy(old), url("no-sct"), url("one-sct"))
        #expect(result.errors.components(separatedBy: "the list of CT logs is of 2020-01-01").count == 2)
        #expect(result.status == 0)
        #expect(result.output.contains("is not known"))
    }

    @Test func textSaysTheVerdictFirstAndWhatWouldHelp() throws {
        let output = try check(url("tls10")).output
        #expect(output.hasPrefix("BLOCKED (tls.version)  https://tls10.test"))
        #expect(output.contains("expected: TLSv1.2"))
        #expect(output.contains("tls10.test { NSExceptionMinimumTLSVersion = TLSv1.0 }"))
        #expect(output.contains("see: Apple, NSExceptionMinimumTLSVersion"))
    }

    private func policy(_ json: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "policy-\(UUID().uuidString).json")
        try json.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}
