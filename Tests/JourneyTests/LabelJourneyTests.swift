import Foundation
import Testing

/// Test cases: a test names itself to the proxy, and its loads are known by that name.
@Suite struct LabelJourneyTests {
    private static let label = "http://ats.setup/label"

    /// A client's own name goes before that of the option, which holds again at the end.
    @Test(arguments: [nil, "nightly"])
    func aClientNamesItsTestCases(label: String?) throws {
        let site = try Site.shared.get()
        let options = label.map { ["--label", $0] } ?? []
        let proxy = try Proxy("--mode", "observe", "--examine", "needed", site: site, adding: options)
        let plain = try site.url("plain", scheme: "http")
        let good = ["--cacert", site.root, try site.url("good")]
        #expect(try proxy.curl(plain).status == 200)
        #expect(try proxy.curl("--request", "PUT", "--data", "LoginTests.testLogin", Self.label).status == 200)
        #expect(try proxy.curl(plain).status == 200)
        #expect(try Answer(curl: ["--proxy", "http://127.0.0.1:\(proxy.port)"] + good).status == 200)
        #expect(try proxy.curl("--request", "PUT", "--data", "testPay", Self.label).status == 200)
        #expect(try proxy.curl(plain).status == 200)
        #expect(try proxy.curl("--request", "DELETE", Self.label).status == 200)
        #expect(try proxy.curl(plain).status == 200)
        #expect(try proxy.curl("--request", "PUT", "--data", "", Self.label).status == 400)
        func labels(of host: String) throws -> [String?] {
            try proxy.events().filter { $0["event"] as? String == "decision" && $0["host"] as? String == host }
                .map { $0["label"] as? String }
        }
        #expect(try holds { try labels(of: "plain.test").count == 4 && !labels(of: "good.test").isEmpty })
        #expect(try labels(of: "plain.test") == [label, "LoginTests.testLogin", "testPay", label])
        #expect(try labels(of: "good.test").allSatisfy { $0 == "LoginTests.testLogin" })
    }

    /// A test case that made no load is known, also in the report of a running proxy and after the recording was condensed.
    @Test func aTestCaseWithoutLoadsIsReported() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", "--examine", "needed", site: site)
        let console = try ShownConsole(of: proxy.program)
        for name in ["testLoads", "testNothing", "testNothing"] {
            #expect(try proxy.curl("--request", "PUT", "--data", name, Self.label).status == 200)
            if name == "testLoads" { #expect(try proxy.curl(try site.url("plain", scheme: "http")).status == 200) }
        }
        let empty = "name=\"testNothing\"><skipped message=\"No load was made in this test case.\"/>"
        let live = try holds {
            let junit = try console.get("report?format=junit")
            return junit.contains(empty) && junit.contains("name=\"testLoads\"><failure")
        }
        #expect(live)
        #expect(try !console.get("report?format=junit&label=testLoads").contains("testNothing"))
        #expect(proxy.program.stop() == 0)
        #expect(try proxy.events().count { $0["event"] as? String == "label" } == 2)
        func report(_ format: String, _ options: String..., of file: String) throws -> String {
            let program = try Program(Repository.program, ["report", "--format", format, file] + options)
            #expect(program.end() == 1, "\(program.errors)")
            return program.output
        }
        let junit = try report("junit", of: proxy.recording.path)
        #expect(junit.contains(empty) && junit.contains("name=\"testLoads\"><failure"))
        let text = try report("text", "--verbose", of: proxy.recording.path)
        #expect(text.contains("1 test case made no load: testNothing."))
        let condensed = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl.gz").path
        defer { unlink(condensed) }
        let condense = try Program(Repository.program, ["condense", "--output", condensed, proxy.recording.path])
        #expect(condense.end() == 0, "\(condense.errors)")
        #expect(try report("junit", of: condensed) == junit)
    }

    @Test func runNamesTheTestCaseOfItsCommand() throws {
        let site = try Site.shared.get()
        let junit = FileManager.default.temporaryDirectory.appending(path: "junit-\(UUID().uuidString).xml")
        defer { unlink(junit.path) }
        let program = try Program(
            Repository.program,
            ["run", "--label", "smoke test", "--mode", "observe", "--format", "junit", "--report", junit.path]
                + ["--ca-file", site.root] + site.resolve
                + ["--", "curl", "--silent", "--output", "/dev/null", try site.url("plain", scheme: "http")])
        #expect(program.end() == 1)
        let text = try String(contentsOf: junit, encoding: .utf8)
        #expect(text.contains("<testsuite name=\"smoke test\" tests=\"1\" failures=\"1\""))
        let wrong = try Program(Repository.program, ["run", "--label", " ", "--", "true"])
        #expect(wrong.end() == 64 && wrong.errors.contains("--label   is not a name of 1 to 200 bytes"))
    }

    /// The answer of the proxy about a test case; nil if it knows none.
    private struct TestCase: Decodable {
        var label: String
        var loads, undecided: Int
        var findings: [Row]

        struct Row: Decodable {
            var host: String
            var finding: Rule
        }

        struct Rule: Decodable { var rule: String }

        init?(of name: String?, from proxy: Proxy) throws {
            let answer = try proxy.curl(LabelJourneyTests.label + (name.map { "?name=\($0)" } ?? ""))
            guard answer.status == 200 else { return nil }
            let line = try #require(answer.output.split(whereSeparator: \.isNewline).first { $0.hasPrefix("{") })
            self = try JSONDecoder().decode(TestCase.self, from: Data(line.utf8))
        }

        /// Each finding as its host and its rule.
        var found: Set<String> { Set(findings.map { "\($0.host) \($0.finding.rule)" }) }
    }

    /// What the proxy says of each test case is what the report of the recording says, once nothing is undecided.
    @Test(arguments: ["observe", "enforce"])
    func aClientAsksWhatItsTestCasesHaveLoaded(mode: String) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", mode, "--examine", "needed", site: site)
        #expect(try TestCase(of: nil, from: proxy) == nil)
        let loads = [
            "testNothing": [], "testGood": [try site.url("good")], "testPlain": [try site.url("plain", scheme: "http")],
            "testOld": [try site.url("old"), try site.url("old")],
            "testTrust": [try site.url("selfsigned"), try site.url("good")],
            "testBoth": [try site.url("plain", scheme: "http"), try site.url("old")],
        ]
        for (name, urls) in loads {
            #expect(try proxy.curl("--request", "PUT", "--data", name, Self.label).status == 200)
            for url in urls {
                _ = try? Answer(curl: ["--proxy", "http://127.0.0.1:\(proxy.port)", "--cacert", site.root, url])
            }
            #expect(try TestCase(of: nil, from: proxy)?.label == name)
        }
        #expect(try proxy.curl("--request", "DELETE", Self.label).status == 200)
        #expect(try TestCase(of: nil, from: proxy) == nil)
        #expect(try TestCase(of: "testAnother", from: proxy) == nil)
        var found: [String: Set<String>] = [:]
        for (name, urls) in loads {
            let settled = try holds { try TestCase(of: name, from: proxy)?.undecided == 0 }
            let testCase = try #require(try TestCase(of: name, from: proxy))
            #expect(settled && testCase.loads == urls.count, "\(testCase)")
            found[name] = testCase.found
        }
        #expect(found["testPlain"] == ["plain.test cleartext"])
        #expect(found["testOld"]?.contains("old.test tls.version") == true)
        #expect(found["testNothing"] == [] && found["testGood"] == [])
        #expect(proxy.program.stop() == 0)
        for name in loads.keys where name != "testNothing" {
            let program = try Program(
                Repository.program, ["report", "--format", "json", "--label", name, proxy.recording.path])
            _ = program.end()
            let report = try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
            let findings = report?["findings"] as? [[String: Any]] ?? []
            let reported = findings.filter { $0["severity"] as? String != "warning" }.map { row in
                let finding = row["finding"] as? [String: Any]
                return "\(row["host"] as? String ?? "") \(finding?["rule"] as? String ?? "")"
            }
            #expect(Set(reported) == found[name], "\(name): \(program.output.prefix(2000))")
        }
    }
}
