import Foundation
import Testing

/// The exit statuses of what reads recordings, and what a recording is judged by when nothing is given again.
@Suite struct ReportStatusJourneyTests {
    private static func file(_ name: String, _ content: Data) throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        try content.write(to: url)
        return url.path
    }

    private static func answer(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let program = try Program(Repository.program, arguments)
        return (program.end(), program.output, program.errors)
    }

    /// A recording of one load from a good server, under a policy with an exception, with an own root.
    private static func recorded(mode: String = "observe", server: String = "good") throws -> String {
        let site = try Site.shared.get()
        let policy = try file(
            "policy.json",
            Data(#"{"NSExceptionDomains": {"plain.test": {"NSExceptionAllowsInsecureHTTPLoads": true}}}"#.utf8))
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
        let arguments =
            ["run", "--mode", mode, "--policy", policy, "--ca-file", site.root, "--events", path] + site.resolve
            + [
                "--", "curl", "-sS", "--cacert", site.root, "--output", "/dev/null",
                try site.url(server, scheme: server == "plain" ? "http" : "https"),
            ]
        let program = try Program(Repository.program, arguments)
        #expect(program.end() == 0, "\(program.errors)")
        unlink(policy)
        return path
    }

    @Test(arguments: [
        ("", "is empty"), ("\n\n", "is empty"), ("{\"log\": {\"entries\": []}}\n", "holds no load"),
        ("{\"time\":\"2026-11-20T22:54:00.123Z\",\"event\":\"lost\",\"count\":3}\n", "holds no decision"),
        ("{\"time\":\"2026-11-20T22:54:00.123Z\",\"event\":\"lost\",\"count\":3}\n{\"time\"", "take a whole copy"),
        ("<html>\n", "is not a recording"),
    ])
    func whatIsNoRecordingIsRefused(content: String, sentence: String) throws {
        let path = try Self.file("input", Data(content.utf8))
        defer { unlink(path) }
        for command in ["report", "advise"] {
            let (status, output, errors) = try Self.answer(command, path)
            #expect(status == 65 && output == "" && errors.contains(sentence), "\(command): \(errors)")
        }
    }

    @Test func everyPartialVerdictIsStatusTwo() throws {
        let path = try Self.recorded()
        defer { unlink(path) }
        #expect(try Self.answer("report", path).status == 0)
        let hosts = try Self.file("hosts", Data("good.test\nnever.test\n".utf8))
        defer { unlink(hosts) }
        let expected = try Self.answer("report", "--expect-hosts", hosts, path)
        #expect(expected.status == 2 && expected.output.contains("never.test"))
        let broken = try Self.file("broken", try Data(contentsOf: URL(filePath: path)) + Data("noise\n".utf8))
        defer { unlink(broken) }
        let unreadable = try Self.answer("report", broken)
        #expect(unreadable.status == 2 && unreadable.output.contains("not everything was judged"))
    }

    @Test func aFileThatNamesNoHostsIsRefused() throws {
        let path = try Self.recorded()
        let pattern = try Self.file("pattern", Data("good.test\n*.test\n".utf8))
        let compressed = try Self.file("phone.gz", Data([0x1F, 0x8B, 0x08, 0x00]))
        defer { for file in [path, pattern, compressed] { unlink(file) } }
        let files = [(pattern, "line 2 (*.test)"), (compressed, "is compressed with gzip"), ("/tmp", "is a folder")]
        for (file, reason) in files {
            let (status, output, errors) = try Self.answer("report", "--expect-hosts", file, path)
            #expect(status == 65 && output == "" && errors.contains(reason), "\(errors)")
        }
    }

    /// What an iPhone says that it contacted is held against the recording.
    @Test func anAppPrivacyReportNamesWhatWasNotRecorded() throws {
        let path = try Self.recorded()
        defer { unlink(path) }
        func line(_ domain: String, _ app: String, last: String = "2096-11-20T10:00:00+01:00") -> String {
            #"{"type":"networkActivity","domain":"\#(domain)","bundleID":"\#(app)","hits":4,"#
                + #""firstTimeStamp":"2021-11-20T10:00:00Z","timeStamp":"\#(last)"}"#
        }
        let lines = [
            line("good.test", "org.example.curl"), line("never.test", "org.example.curl"), line("x.test", "b.c"),
        ]
        let exported = try Self.file("phone", Data(lines.joined(separator: "\n").utf8))
        let empty = try Self.file("empty", Data(#"{"type":"access"}"#.utf8))
        let damaged = try Self.file("damaged", Data((lines[0] + "\nnoise\n").utf8))
        defer { for file in [exported, empty, damaged] { unlink(file) } }
        let all = try Self.answer("report", "--expect-hosts", exported, path)
        #expect(all.status == 2 && all.output.contains("never.test") && all.output.contains("x.test"))
        let own = try Self.answer("report", "--expect-hosts", exported, "--app", "curl", "--format", "json", path)
        let report = try JSONSerialization.jsonObject(with: Data(own.output.utf8)) as? [String: Any]
        let missing = (report?["coverage"] as? [String: Any])?["contactsNeverSeen"] as? [[String: Any]]
        #expect(own.status == 2 && missing?.map { $0["host"] as? String } == ["never.test"], "\(own.output)")
        #expect(missing?.first?["contacts"] as? Int == 4 && missing?.first?["app"] as? String == "curl")
        #expect(missing?.first?["last"] as? String == "2096-11-20T09:00:00.000Z")
        let old = try Self.file("old", Data(line("old.test", "b.c", last: "2021-11-20T10:00:00Z").utf8))
        defer { unlink(old) }
        let earlier = try Self.answer("report", "--expect-hosts", old, path)
        #expect(earlier.status == 0 && earlier.output.contains("contacted when nothing was recorded"))
        let refused = try Self.answer("report", "--expect-hosts", empty, path)
        #expect(refused.status == 65 && refused.errors.contains("without network activity"))
        let partly = try Self.answer("report", "--expect-hosts", damaged, path)
        #expect(partly.status == 2 && partly.output.contains("1 line could not be read"))
    }

    @Test func gzipIsRead() throws {
        let path = try Self.recorded()
        defer { unlink(path) }
        let packed = try Program(
            "/bin/sh", ["-c", "gzip -k \"$0\" && cat \"$0.gz\" \"$0.gz\" > \"$0.twice.gz\"", path])
        #expect(packed.end() == 0)
        defer { for suffix in [".gz", ".twice.gz", ".cut.gz"] { unlink(path + suffix) } }
        #expect(try Self.answer("report", path + ".gz").status == 0)
        #expect(try Self.answer("report", path + ".twice.gz").status == 0)
        let whole = try Data(contentsOf: URL(filePath: path + ".gz"))
        try (whole + whole.dropLast(20)).write(to: URL(filePath: path + ".cut.gz"))
        let cut = try Self.answer("report", path + ".cut.gz")
        #expect(cut.status == 2 && cut.output.contains("damaged"))
    }

    /// The policy and the root of a test need not be given again.
    @Test func aRecordingIsJudgedAgainWithNothingGiven() throws {
        let path = try Self.recorded(server: "plain")
        defer { unlink(path) }
        #expect(try Self.answer("report", path).status == 0)
        let again = try Self.answer("report", "--os", "ios18", path)
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        // The line that says so is wrapped at words.
        #expect(again.output.replacing("\n", with: " ").contains("as recorded"))
        let other = try Self.file("other.json", Data("{}".utf8))
        defer { unlink(other) }
        #expect(try Self.answer("report", "--policy", other, path).status == 1)
    }

    @Test func aRecordedRootIsKnownAgain() throws {
        let path = try Self.recorded()
        defer { unlink(path) }
        let again = try Self.answer("report", "--os", "ios18", path)
        #expect(again.status == 0, "\(again.output)\(again.errors)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for event in ["policy", "trust", "facts"] {
            #expect(text.components(separatedBy: "\"event\":\"\(event)\"").count == 2, "\(event)")
        }
    }

    @Test func aFilterWithoutALoadNamesTheApps() throws {
        let path = try Self.recorded()
        defer { unlink(path) }
        #expect(try Self.answer("report", "--app", "curl", "--host", "*.test", path).status == 0)
        let none = try Self.answer("report", "--app", "MyApp", path)
        #expect(none.status == 65 && none.errors.contains("curl"))
        #expect(try Self.answer("report", "--since", "yesterday", path).status == 64)
    }

    @Test func aRunWithoutALoadIsStatusTwo() throws {
        let run = try Self.answer("run", "--", "true")
        #expect(run.status == 2 && run.errors.contains("made no load through the proxy"))
    }
}
