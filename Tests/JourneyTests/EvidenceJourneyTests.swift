import Foundation
import Testing

/// `--evidence`: what an auditor gets can be verified with OpenSSL and a shell alone.
@Suite struct EvidenceJourneyTests {
    private static let servers = [
        "public", "good", "expired", "other-name", "self-signed", "no-issuer", "tls10-rsa", "sha1", "staple-good",
        "staple-revoked", "tls-sct", "rsa-2047", "installed-no-purpose", "client-purpose", "http-only", "3des", "p521",
    ]

    private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        try run(arguments)
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
        let program = try Program(Repository.program, arguments)
        return (program.end(), program.output, program.errors)
    }

    private func newPath(_ name: String = "evidence") -> URL {
        FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
    }

    /// Runs a line with `/bin/sh` in a folder.
    private func shell(_ line: String, in folder: URL) throws -> (status: Int32, text: String) {
        let program = try Program("/bin/sh", ["-c", "cd \"$0\" && eval \"$1\"", folder.path, line])
        let status = program.end()
        return (status, program.output + program.errors)
    }

    /// All commands in the bundle, with their folders.
    private func commands(in bundle: URL) throws -> [(line: String, folder: URL)] {
        let hosts = bundle.appending(path: "hosts")
        let folders = try FileManager.default.contentsOfDirectory(atPath: hosts.path).sorted().map {
            hosts.appending(path: $0)
        }
        return try ([bundle] + folders).flatMap { folder in
            let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
            return text.components(separatedBy: "```sh\n").dropFirst().compactMap { block in
                block.components(separatedBy: "\n```").first.map { ($0, folder) }
            }
        }
    }

    private func verify(_ bundle: URL, atLeast count: Int) throws {
        let commands = try commands(in: bundle)
        #expect(commands.count >= count)
        for command in commands {
            let result = try shell(command.line, in: command.folder)
            #expect(result.status == 0, "\(command.folder.lastPathComponent): \(command.line)\n\(result.text)")
        }
    }

    @Test func everyCommandInTheEvidenceOfCheckSucceeds() throws {
        let site = try Site.judged.get()
        let bundle = newPath()
        let urls = try Self.servers.filter { site.ports[$0] != nil }.map { try site.url($0) }
        let result = try run(["check", "--evidence", bundle.path] + site.trust + site.resolve + urls)
        #expect(result.status == 1)
        #expect(result.errors.isEmpty)
        try verify(bundle, atLeast: 50)
        let folder = bundle.appending(path: "hosts/public.test-\(try site.port("public"))")
        let logs = try String(contentsOf: folder.appending(path: "scts.txt"), encoding: .utf8)
        #expect(logs.contains("  one  ") && logs.contains("signature valid"))
        let staple = bundle.appending(path: "hosts/staple-good.test-\(try site.port("staple-good"))/ocsp.txt")
        #expect(try String(contentsOf: staple, encoding: .utf8).contains("Cert Status: good"))
        let events = try shell("cat hosts/*/events.jsonl | '\(Repository.program)' report -", in: bundle)
        #expect(events.status == 1)
    }

    @Test func aChangedFileIsFound() throws {
        let site = try Site.judged.get()
        let bundle = newPath()
        #expect(
            try run(["check", "--evidence", bundle.path] + site.trust + site.resolve + [site.url("good")]).status == 0)
        #expect(try shell("sha256sum -c SHA256SUMS", in: bundle).status == 0)
        #expect(try shell("echo >> versions.json; sha256sum -c SHA256SUMS", in: bundle).status == 1)
    }

    @Test func theEvidenceOfARecordingNeedsNoServer() throws {
        let site = try Site.judged.get()
        let recording = newPath("recording")
        let urls = try ["expired", "good", "staple-good"].map { try site.url($0) }
        let check = try run(["check", "--format", "json"] + site.trust + site.resolve + urls)
        try check.output.write(to: recording, atomically: true, encoding: .utf8)
        let bundle = newPath()
        let report = try run(["report", recording.path, "--evidence", bundle.path] + site.trust)
        #expect(report.status == 1)
        try verify(bundle, atLeast: 10)
        let verdict = bundle.appending(path: "hosts/expired.test-\(try site.port("expired"))/verdict.txt")
        #expect(
            try String(contentsOf: verdict, encoding: .utf8).contains(
                "with this one it fails unless the app accepts it: expired.test {"))
        // The recording has the roots in which chains ended, so that nothing need be given again.
        let again = newPath()
        #expect(try run(["report", recording.path, "--evidence", again.path]).status == 1)
        try verify(again, atLeast: 10)
        let root = again.appending(path: "hosts/good.test-\(try site.port("good"))/path-3.pem")
        #expect(FileManager.default.fileExists(atPath: root.path))
    }

    /// The verdicts of a report, without the numbers of loads, and what could not be judged.
    private func verdicts(_ report: String) throws -> [String] {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
        func texts(_ member: String, _ names: [String]) -> [String] {
            (object[member] as? [[String: Any]] ?? []).map { row in
                "\(member) " + names.map { "\(row[$0] ?? "-")" }.joined(separator: " ")
            }
        }
        return
            (texts("findings", ["fingerprint", "severity", "status"]) + texts("hosts", ["host"])
            + texts("gaps", ["kind"]) + texts("exceptions", ["reason", "key"])).sorted()
    }

    /// From the bundle, a recording is judged under another system or policy as from the recording itself.
    @Test(arguments: [
        [], ["--os", "ios9"], ["--os", "ios12"], ["--os", "ios18.4"], ["--os", "ios26.4"], ["--os", "system27"],
        ["--os", "auto"],
        ["--policy", "config/policies/Defaults.plist", "--os", "ios27"],
        ["--policy", "config/policies/LegacyServer.plist", "--os", "ios15.4", "--api", "WebView"],
    ])
    func theEvidenceIsJudgedAgainAsTheRecording(options: [String]) throws {
        let root = Repository.root.appending(path: "config/example/staging-root.pem").path
        let recording = Repository.root.appending(path: "config/example/MyApp.jsonl").path
        let judging = options.map { $0.hasPrefix("config/") ? Repository.root.appending(path: $0).path : $0 }
        let bundle = newPath()
        #expect(try run(["report", recording, "--evidence", bundle.path]).status == 1)
        let json = ["report", "--format", "json", "--ca-file", root] + judging
        let events = bundle.path + "-events.jsonl"
        let joined = try shell("cat hosts/*/events.jsonl >'\(events)'", in: bundle)
        #expect(joined.status == 0)
        let direct = try run(json + [recording])
        let again = try run(json + [events])
        #expect(again.status == direct.status && again.errors == direct.errors)
        #expect(try verdicts(again.output) == verdicts(direct.output))
        // The bundle of a verdict made anew is judged under the policy of that verdict.
        let second = newPath()
        #expect(try run(["report", recording, "--evidence", second.path, "--ca-file", root] + judging).status <= 2)
        let expected = try run(json + (judging.contains("--os") ? [] : ["--os", "ios17"]) + [recording])
        let os = judging.firstIndex(of: "--os").map { Array(judging[$0...].prefix(2)) } ?? ["--os", "ios17"]
        let joinedAgain = try shell("cat hosts/*/events.jsonl >'\(events)'", in: second)
        let anew = try run(["report", "--format", "json", "--ca-file", root] + os + [events])
        #expect(joinedAgain.status == 0 && anew.status == expected.status)
        #expect(try verdicts(anew.output) == verdicts(expected.output))
    }

    @Test func theEvidenceOfCheckHasThePolicy() throws {
        let site = try Site.judged.get()
        let bundle = newPath()
        let policy = Repository.root.appending(path: "config/policies/Defaults.plist").path
        let check = ["check", "--evidence", bundle.path, "--policy", policy, "--os", "ios18.4"]
        #expect(try run(check + site.trust + site.resolve + [site.url("good")]).status == 0)
        let again = try shell(
            "cat hosts/*/events.jsonl | '\(Repository.program)' report --os ios17 --format json -", in: bundle)
        #expect(
            again.status == 0 && again.text.contains("\"gaps\":[]") && again.text.contains("Defaults.plist"),
            "\(again.text)")
    }

    @Test func theEvidenceOfAChainFromAFileIsComplete() throws {
        let site = try Site.judged.get()
        let bundle = newPath()
        let chain = site.folder.appending(path: "cut-ct-before.pem").path
        let result = try run(
            ["certificate", "--chain", chain, "--host", "cut.test", "--at", "2019-01-01", "--evidence", bundle.path]
                + site.trust)
        #expect(result.status == 0, "\(result.errors)")
        try verify(bundle, atLeast: 4)
    }

    @Test func nothingIsOverwritten() throws {
        let site = try Site.judged.get()
        func status(_ path: String) throws -> (Int32, String) {
            let result = try run(["check", "--evidence", path] + site.trust + site.resolve + [site.url("good")])
            return (result.status, result.errors)
        }
        let bundle = newPath()
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        #expect(try status(bundle.path).0 == 0)
        let second = try status(bundle.path)
        #expect(second.0 == 65)
        #expect(second.1.contains("\(bundle.path) is not empty"))
        let file = newPath("file")
        try Data("x".utf8).write(to: file)
        #expect(try status(file.path).0 == 65)
        let below = try status(file.path + "/below")
        #expect(below.0 == 65)
        #expect(below.1.contains("\(file.path)/below cannot be created: Not a directory."))
        #expect(try Data(contentsOf: file) == Data("x".utf8))
    }
}
