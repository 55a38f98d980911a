import Foundation
import Testing

/// `atsproxy check` as its user meets it.
@Suite struct CheckCommandTests {
    private func check(_ options: String..., input: String? = nil) throws -> (
        status: Int32, output: String, errors: String
    ) {
        try check(options, input: input)
    }

    private func check(_ options: [String], input: String? = nil) throws -> (
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

    /// The certificates of the site are valid for more than a week and less than ten years.
    @Test func certificatesThatEndWithinATimeChangeTheStatus() throws {
        let (good, other) = (try url("good"), try url("tls13"))
        #expect(try check("--expires-within", "1d", good).status == 0)
        let due = try check("--expires-within", "520w", "--format", "json", good)
        #expect(due.status == 1)
        let event = try #require(try events(due.output).first)
        let renewal = try #require(event["renewalDue"] as? [String: Any])
        #expect(renewal["issuer"] is NSNull && renewal["since"] is String && renewal["notAfter"] is String)
        #expect(DecisionFacts(event).decision == "allowed")
        let table = try check("--expires-within", "520w", good, other)
        #expect(table.status == 1 && table.output.components(separatedBy: ", renew").count == 3, "\(table.output)")
        #expect(table.output.contains("Total of 2: 2 pass; 2 certificates expire within"))
        #expect(try check("--expires-within", "520w", "--format", "junit", good).output.contains("certificate.renewal"))
        #expect(try check("--expires-within", "soon", good).status == 64)
        try theReportOn(due.output, ends: try #require(renewal["notAfter"] as? String))
    }

    @Test func eachDestinationIsACaseOfItsOwn() throws {
        let site = try Site.judged.get()
        let name = "good.test"
        let ports = try (good: site.port("good"), old: site.port("tls10"))
        let result = try check(
            "--format", "junit", "https://\(name):\(ports.good)/", "https://\(name):\(ports.old)/")
        #expect(result.status == 1)
        #expect(result.output.contains("<testcase classname=\"ats\" name=\"\(name):\(ports.good)\"/>"), "\(result)")
        #expect(result.output.contains("<testcase classname=\"ats\" name=\"\(name):\(ports.old)\"><failure"))
        #expect(result.output.contains("<testsuites name=\"atsproxy\" tests=\"2\" failures=\"1\" errors=\"0\">"))
    }

    @Test(arguments: [
        ("sarif", "\"level\":\"error\""), ("xcode", ": error: good.test:"), ("csv", "\"renewal\",\"new\","),
    ])
    func renewalsStandInEachFormat(format: String, text: String) throws {
        let result = try check("--expires-within", "520w", "--format", format, url("good"))
        #expect(result.status == 1)
        #expect(result.output.contains(text) && result.output.contains("certificate.renewal"), "\(result)")
        #expect(result.errors.isEmpty, "\(result)")
    }

    @Test func aZoneIsNotDroppedInSilence() throws {
        let result = try check("https://[fe80::1%25eth0]/")
        #expect(result.status == 64)
        #expect(result.errors.contains("has an address with a zone"))
    }

    /// The output of check is a recording, and its report names the certificates.
    private func theReportOn(_ recording: String, ends: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString).jsonl").path
        try recording.write(toFile: path, atomically: true, encoding: .utf8)
        func report(_ options: String...) throws -> (status: Int32, json: [String: Any]) {
            let program = try Program(Repository.program, ["report", "--format", "json"] + options + [path])
            let status = program.end()
            let json = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
            return (status, try #require(json, "\(program.errors)"))
        }
        let due = try report("--expires-within", "520w")
        let renewals = try #require(due.json["renewals"] as? [[String: Any]])
        #expect(renewals.map { $0["notAfter"] as? String } == [ends])
        #expect(due.status == 1 && due.json["failing"] as? Bool == true)
        let quiet = try report()
        #expect(quiet.status == 0 && (quiet.json["renewals"] as? [Any])?.isEmpty == true, "\(quiet.json)")
        let program = try Program(
            Repository.program, ["report", "--history", "--expires-within", "1d", path, path])
        #expect(program.end() == 64)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func serversWithTheSameFaultShareTheirLines() throws {
        let result = try check("--fix-for", "nginx", url("tls10"), url("tls11"), url("expired"), url("good"))
        #expect(result.status == 1)
        #expect(result.output.components(separatedBy: "    ssl_protocols TLSv1.2 TLSv1.3;\n").count == 2)
        let port = try Site.judged.get().port("tls11")
        #expect(result.output.contains(", tls11.test:\(port): lines of the configuration of nginx that remove"))
        #expect(result.output.contains("no line of the configuration of nginx removes what was found."))
        #expect(result.output.contains("  remains      No line of the configuration extends a certificate: renew it."))
        #expect(!result.output.contains("good.test:\(try Site.judged.get().port("good")): "))
    }

    @Test func cleartextHasTheLinesOfAListener() throws {
        let result = try check("--fix-for", "apache", "http://nowhere.invalid/")
        #expect(result.output.contains("    Listen 443\n") && result.output.contains("A redirect is not enough"))
        for options in [["--diagnose"], ["--format", "html"]] {
            #expect(try check(options + ["--fix-for", "apache", "http://nowhere.invalid/"]).status == 64)
        }
        #expect(try check("--fix-for", "lighttpd", "http://nowhere.invalid/").status == 64)
    }

    @Test func cleartextIsJudgedWithoutANetwork() throws {
        let result = try check("http://nowhere.invalid/", "--format", "json")
        #expect(result.status == 1)
        #expect(try events(result.output).map { DecisionFacts($0).violations } == [["cleartext"]])
    }

    /// A server that is down is not green because the policy permits cleartext to it.
    @Test(arguments: ["http", "ws"])
    func permittedCleartextNeedsAServerThatIsReached(scheme: String) throws {
        let permitted = ["--policy", try policy(#"{"NSAllowsArbitraryLoads":true}"#), "--format", "json"]
        let reached = try check(permitted + [url("good", scheme)])
        let event = try #require(try events(reached.output).first)
        #expect(reached.status == 0 && event["address"] as? String == "127.0.0.1" && event["tls"] is NSNull)
        let unknown = "\(scheme)://nowhere.invalid/"
        for (url, kind) in [(try url("refused", scheme), "connection_refused"), (unknown, "dns_error")] {
            let result = try check(permitted + [url])
            let event = try #require(try events(result.output).first)
            #expect(result.status == 69 && event["decision"] as? String == "failed", "\(result)")
            #expect((event["error"] as? [String: Any])?["kind"] as? String == kind, "\(event)")
        }
        let addresses = ["--resolve", "two.test:*:127.0.0.1,127.0.0.2", "--per-address"]
        let target = "\(scheme)://two.test:\(try Site.judged.get().port("refused"))/"
        let each = try check(permitted + addresses + [target])
        #expect(each.status == 69)
        #expect(try events(each.output).map { $0["address"] as? String } == ["127.0.0.1", "127.0.0.2"])
    }

    /// A wrong use is said without what would have been said about data.
    @Test func aMistakeInTheOptionsIsSaidAlone() throws {
        let old = try policy(#"{"log_list_timestamp":"2020-01-01T00:00:00Z","operators":[]}"#)
        for mistake in [["--resolve", "x"], ["--ignore", "no.rule"], ["--upstream-proxy", "ftp://a"]] {
            let result = try check(mistake + ["--ct-log-list", old, url("good")])
            #expect(result.status == 64 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
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

    /// Without an option, too: a device may get any of the addresses.
    @Test func addressesThatDifferAreSaid() throws {
        let target = "https://two.test:\(try Site.judged.get().port("two-addresses"))/"
        for (addresses, isDifferent) in [("127.0.0.1,127.0.0.2", true), ("127.0.0.1", false)] {
            let result = try check("--format", "json", "--resolve", "two.test:*:\(addresses)", target)
            let facts = try events(result.output).map { DecisionFacts($0) }
            #expect(facts.map(\.violations).contains(["tls.version"]) == isDifferent)
            let said =
                "The addresses of two.test differ: 127.0.0.1 offers TLS 1.3, 127.0.0.2 offers TLS 1.0 (tls.version)"
            #expect(facts.contains { $0.notes.contains { $0.hasPrefix(said) } } == isDifferent, "\(facts.map(\.notes))")
            #expect(result.status == (isDifferent ? 1 : 0))
        }
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
            DecisionFacts(try #require(event.first)).notes.contains { $0.contains("does not send its intermediate") })
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
        let result = try check("--verbose", "--ct-log-list", policy(old), url("no-sct"), url("one-sct"))
        #expect(result.errors.components(separatedBy: "the list of CT logs is of 2020-01-01").count == 2)
        #expect(result.status == 0)
        #expect(result.output.contains("is not known"))
    }

    /// Advice stands behind the fact that it cures.
    @Test func dataThatAreTooOldAreSaidOneByOne() throws {
        let old = try policy(#"{"log_list_timestamp":"2020-01-01T00:00:00Z","operators":[]}"#)
        let program = try Program(
            Repository.program, ["check", "--os", "ios27", "--ct-log-list", old, "http://nowhere.invalid/"])
        #expect(program.end() == 1)
        let sentences = program.errors.split(separator: "\n").map(String.init)
        #expect(sentences.count == 2, "\(sentences)")
        #expect(
            sentences.first?.hasSuffix(
                "is of 2020-01-01, too old to be enforced; give a newer list with --ct-log-list.") == true)
        #expect(
            sentences.last?.hasSuffix(" stands in for that of ios27; a newer version of atsproxy may have it.") == true)
    }

    @Test func textSaysTheAnswerFirstThenWhyAndWhatToChange() throws {
        let output = try check(url("tls10")).output
        let port = try Site.judged.get().port("tls10")
        #expect(
            output.hasPrefix(
                "tls10.test:\(port): ATS blocks it: the policy asks for TLS 1.2, the server offers TLS 1.0.\n"))
        #expect(output.contains("expected: TLSv1.2"))
        #expect(output.contains("see: Apple, NSExceptionMinimumTLSVersion"))
        #expect(
            output.contains(
                "this exception in the app permits it: tls10.test { NSExceptionMinimumTLSVersion = TLSv1.0 }"))
        let order = ["ATS blocks it", "\n  why ", "\n  fix ", "\n  held ", "\n  tls ", "<key>NSApp"].map {
            output.range(of: $0)?.lowerBound
        }
        #expect(!order.contains(nil))
        #expect(order.compactMap { $0 } == order.compactMap { $0 }.sorted())
    }

    /// Where ATS is off for the load, it blocks nothing: the handshake fails, or the evaluation of trust. What else is found
    /// has the same error.
    @Test(arguments: [#"{"NSAllowsArbitraryLoads":true}"#, ""])
    func withoutATSTheLoadFailsByItself(json: String) throws {
        let off =
            json.isEmpty
            ? #"{"NSExceptionDomains":{"ed25519.test":{"NSExceptionAllowsInsecureHTTPLoads":true}}}"# : json
        let output = try check(url("ed25519"), "--policy", policy(off)).output
        #expect(output.contains(": fails, with or without ATS: no TLS handshake that the system accepts: "))
        #expect(output.contains("only with ed25519"))
        #expect(!output.contains("ATS blocks it") && output.ranges(of: "an app sees: ").count == 1)
        let brainpool = try check(url("brainpool"), "--policy", policy(off)).output
        #expect(brainpool.contains(" offers, with or without ATS; it chose brainpoolP256r1. (tls.handshake)"))
    }

    @Test func textSaysWhatHeld() throws {
        let site = try Site.judged.get()
        let output = try check(url("public")).output
        #expect(output.contains(": ATS allows it: TLS 1.3, certificate valid until "))
        #expect(output.contains("held         TLS 1.3; the policy asks for TLS 1.2 or later."))
        #expect(output.contains("the timestamps of these logs count: one, two."))
        #expect(output.contains("The chain ends at CN=Test System Root, a root of the system's trust store."))
        let pinned = try check(url("good"), "--policy", policy(site.policy("pin-leaf"))).output
        #expect(pinned.contains("A pin matches: NSPinnedLeafIdentities has the key of CN=good.test, "))
        let niap = try check(url("good"), "--policy", policy(#"{"NSRequiresNIAPTLSPackageVersion":"FCP_v2.1"}"#)).output
        #expect(niap.contains("NIAP's package FCP_v2.1 has the cipher suite "))
    }

    @Test func anExceptionThatOnlyLeavesItToTheAppIsNoFix() throws {
        let output = try check(url("expired")).output
        #expect(output.contains("ATS blocks it: expired on "))
        #expect(
            output.contains(
                "No exception makes the load succeed; with this one it fails unless the app accepts it: expired.test {")
        )
        #expect(!output.contains("<key>"))
        #expect(!output.contains("Total"))
    }

    @Test func severalURLsEndWithTotalsAndOneListToPaste() throws {
        let policy = try policy(#"{"NSExceptionDomains":{"rsa-gcm.test":{"NSIncludesSubdomains":true}}}"#)
        let names = ["good", "tls10", "rsa-gcm", "expired", "refused"]
        let output = try check([try url("good", "http"), "--policy", policy] + names.map { try url($0) }).output
        #expect(
            output.hasSuffix(
                "\nTotal of 6: 1 passes, 4 blocked, 1 not judged (cleartext ×1, tls.version ×1, "
                    + "tls.forward-secrecy ×1, certificate.validity ×1).\n"))
        let start = try #require(output.range(of: "<key>NSAppTransportSecurity</key>\n<dict>\n"))
        let end = try #require(output.range(of: "\n</dict>\n", options: .backwards))
        let plist = "<plist><dict>" + output[start.lowerBound..<end.upperBound] + "</dict></plist>"
        let root = try PropertyListSerialization.propertyList(from: Data(plist.utf8), format: nil) as? [String: Any]
        let transport = try #require(root?["NSAppTransportSecurity"] as? [String: Any])
        let domains = try #require(transport["NSExceptionDomains"] as? [String: [String: AnyHashable]])
        #expect(
            domains == [
                "good.test": ["NSExceptionAllowsInsecureHTTPLoads": true],
                "tls10.test": ["NSExceptionMinimumTLSVersion": "TLSv1.0"],
                "rsa-gcm.test": ["NSExceptionRequiresForwardSecrecy": false, "NSIncludesSubdomains": true],
            ])
        // What was pasted works.
        let pasted = try self.policy(
            String(decoding: JSONSerialization.data(withJSONObject: transport), as: UTF8.self))
        #expect(try check(url("tls10"), url("rsa-gcm"), url("good", "http"), "--policy", pasted).status == 0)
    }

    @Test func severalURLsAreATableWithOneLineForOneThatPasses() throws {
        let output = try check(url("good"), url("tls10"), url("refused")).output
        let lines = output.split(separator: "\n")
        #expect(output.hasPrefix("App Transport Security of 3 servers\n\nHost "))
        let good = try #require(lines.firstIndex { $0.hasPrefix("good.test") })
        #expect(lines[good].contains("passes") && lines[good].contains("TLS 1.3"))
        #expect(lines[good + 1].hasPrefix("tls10.test") && lines[good + 1].contains("blocked"))
        #expect(output.contains("(tls.version)") && output.contains("Enable TLS 1.2 and TLS 1.3 on the server."))
        #expect(output.contains("not judged") && !output.contains("held "))
        #expect(try check("--verbose", url("good"), url("tls10")).output.contains("\n  held "))
    }

    /// The formats of `report` have the findings of the same servers, and the status stays that of `check`.
    @Test(arguments: ["markdown", "html", "junit", "csv", "sarif"])
    func formatsOfReportHaveTheFindings(format: String) throws {
        let result = try check("--format", format, url("tls10"), url("good"))
        #expect(result.status == 1)
        #expect(result.output.contains("tls.version") && result.output.contains("tls10.test"))
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test func badLinesOfAListAreNamedAndTheOthersJudged() throws {
        let list = try "\(url("good"))\r\nnot a host\r\n*.x.test # why\r\n\(url("tls10"))"
        let result = try check("-", input: list)
        #expect(result.status == 65)
        #expect(result.errors.contains("standard input, line 2: 'not a host'"))
        #expect(result.errors.contains("standard input, line 3: '*.x.test'"))
        #expect(result.output.contains("good.test") && result.output.contains("tls10.test"))
        for format in ["markdown", "sarif", "junit", "csv"] {
            let document = try check("-", "--format", format, input: list)
            #expect(document.status == 65 && document.output.contains("standard input, line 2"), "\(format)")
            #expect(document.output.contains("\"exitCode\":65") == (format == "sarif"))
        }
        let empty = try check("-", input: "# nothing\n")
        #expect(empty.status == 65 && empty.output.isEmpty && empty.errors.contains("names no host"))
    }

    @Test func jsonCarriesItsFacts() throws {
        let event = try #require(try events(check("--format", "json", url("tls10-rsa")).output).first)
        let facts = try #require((event["serverFacts"] as? [[String: Any]])?.first)
        #expect(facts["event"] as? String == "facts")
        #expect(facts["id"] as? String == event["facts"] as? String)
        #expect((facts["handshakes"] as? [Any])?.isEmpty == false)
        let cleartext = try #require(try events(check("--format", "json", url("good", "http")).output).first)
        #expect(cleartext["serverFacts"] == nil)
    }

    @Test func itsJSONIsARecording() throws {
        let site = try Site.judged.get()
        let output = try check("--format", "json", url("tls10"), url("good")).output
        let file = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString).jsonl")
        try output.write(to: file, atomically: true, encoding: .utf8)
        let relaxed = try policy(#"{"NSExceptionDomains":{"tls10.test":{"NSExceptionMinimumTLSVersion":"TLSv1.0"}}}"#)
        func report(_ options: String...) throws -> Int32 {
            try Program(Repository.program, ["report", file.path] + site.trust + options).end()
        }
        #expect(try report() == 1)
        #expect(try report("--policy", relaxed) == 0)
        let advice = try Program(Repository.program, ["advise", file.path, "--format", "plist", "--all"] + site.trust)
        #expect(advice.end() == 0)
        #expect(advice.output.contains("<key>tls10.test</key>"))
    }

    private func policy(_ json: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "policy-\(UUID().uuidString).json")
        try json.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}
