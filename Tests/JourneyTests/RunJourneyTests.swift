import Foundation
import Testing

/// `run`: a command behind a proxy of its own, and what is reported of it.
@Suite struct RunJourneyTests {
    /// What one run did.
    private struct Result {
        let status: Int32
        let output: String
        let errors: String
        /// The report, where it was written to a file.
        let report: [String: Any]?
    }

    private static let folder = FileManager.default.temporaryDirectory

    /// Runs a command behind the proxy; the report goes to a file, as JSON.
    private static func run(_ options: String..., command: [String]) throws -> Result {
        let site = try Site.shared.get()
        let report = folder.appending(path: "report-\(UUID().uuidString).json")
        defer { unlink(report.path) }
        let program = try Program(
            Repository.program,
            ["run", "--ca-file", site.root, "--format", "json", "--report", report.path] + site.resolve + options
                + ["--"] + command)
        let status = program.end()
        let text = FileManager.default.contents(atPath: report.path)
        return Result(
            status: status, output: program.output, errors: program.errors,
            report: try text.flatMap { try JSONSerialization.jsonObject(with: $0) as? [String: Any] })
    }

    private static func curl(_ url: String, _ options: String...) throws -> [String] {
        ["curl", "--silent", "--cacert", try Site.shared.get().root, "--output", "/dev/null"] + options + [url]
    }

    private static func python(_ url: String, _ roots: String) -> [String] {
        Client.command("fetch", [url, roots])
    }

    @Test func aReportThatCannotBeWrittenIsSaidBeforeTheCommandRuns() throws {
        for (path, reason) in [("/nonexistent/report", "No such file or directory"), ("/", "Is a directory")] {
            let program = try Program(Repository.program, ["run", "--report", path, "--", "echo", "the command ran"])
            #expect(program.end() == 74 && program.output.isEmpty)
            #expect(program.errors.contains("atsproxy: the report cannot be written to \(path): \(reason).\n"))
        }
    }

    #if os(Linux)
    @Test func aReportForWhichTheDiskIsFullIsPrinted() throws {
        let program = try Program(Repository.program, ["run", "--report", "/dev/full", "--", "true"])
        #expect(program.end() == 74)
        #expect(program.output.contains("App Transport Security report"))
        #expect(program.errors.contains("the report cannot be written to /dev/full: No space left on device."))
    }
    #endif

    @Test func aDirectoryOfTemporaryFilesThatIsMissingIsNamed() throws {
        let program = try Program(
            Repository.program, ["run", "--", "echo", "ran"], environment: ["TMPDIR": "/nonexistent"])
        #expect(program.end() == 74 && program.output.isEmpty)
        let fault = "a temporary file in /nonexistent cannot be written: No such file or directory"
        #expect(program.errors.hasSuffix("\(fault); set TMPDIR to a directory with room.\n"), "\(program.errors)")
    }

    @Test func aFileThatIsNoRecordingStaysAsItIs() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "Mine-\(UUID().uuidString).plist")
        defer { unlink(file.path) }
        try "<plist/>".write(to: file, atomically: true, encoding: .utf8)
        for command in [["run", "--events", file.path, "--", "echo", "ran"], ["serve", "--events", file.path]] {
            let program = try Program(Repository.program, command)
            #expect(program.end() == 65 && program.output.isEmpty)
            #expect(
                program.errors.contains(
                    "\(file.path) is XML or HTML, and not a recording; name another file for the events.\n"))
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "<plist/>")
    }

    @Test func aReportDoesNotReplaceItsRecording() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "events-\(UUID().uuidString).jsonl").path
        let program = try Program(
            Repository.program, ["run", "--events", path, "--report", path, "--", "echo", "ran"])
        #expect(program.end() == 64 && program.output.isEmpty && !FileManager.default.fileExists(atPath: path))
    }

    /// A report of an earlier run is not taken for that of a command which cannot be run.
    @Test func anEarlierReportDoesNotRemain() throws {
        let report = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        defer { unlink(report.path) }
        try "earlier".write(to: report, atomically: true, encoding: .utf8)
        let program = try Program(Repository.program, ["run", "--report", report.path, "--", "/nonexistent/command"])
        #expect(program.end() == 127)
        #expect(try String(contentsOf: report, encoding: .utf8).isEmpty)
    }

    @Test(
        arguments: [
            // Nothing violated, command passes; and the same of a command that fails by itself.
            ("good", "https", [], Int32(0), []),
            ("good", "https", ["--max-filesize", "1"], 63, []),
            // Violated, but let through: the report's status.
            ("plain", "http", [], 1, ["cleartext"]),
            ("rsa", "https", [], 1, ["tls.forward-secrecy"]),
            // Violated, and the command fails of itself: its own status.
            ("expired", "https", [], 60, ["certificate.validity"]),
            // Nothing judged.
            ("refused", "https", [], 56, []),
        ] as [(String, String, [String], Int32, [String])])
    func theStatusIsTheCommandsElseTheReports(
        server: String, scheme: String, options: [String], status: Int32, rules: [String]
    ) throws {
        let url = try Site.shared.get().url(server, scheme: scheme)
        let result = try Self.run("--mode", "observe", command: try Self.curl(url) + options)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.output == "")
        let findings = result.report?["findings"] as? [[String: Any]] ?? []
        #expect(findings.compactMap { ($0["finding"] as? [String: Any])?["rule"] as? String }.sorted() == rules)
    }

    @Test(arguments: [("good", "https", Int32(0), false), ("plain", "http", 1, true), ("rsa", "https", 1, true)])
    func pythonIsSeen(server: String, scheme: String, status: Int32, isFailing: Bool) throws {
        let site = try Site.shared.get()
        let command = Self.python(try site.url(server, scheme: scheme), site.root)
        let result = try Self.run("--mode", "observe", command: command)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.report?["failing"] as? Bool == isFailing)
        let apps = result.report?["apps"] as? [[String: Any]] ?? []
        #expect(apps.compactMap { $0["name"] as? String } == [scheme == "http" ? "Python-urllib" : "unknown"])
    }

    /// Like `serve`, it enforces unless it is told otherwise: the command meets what the app's users would meet.
    @Test func enforcesByDefault() throws {
        let site = try Site.shared.get()
        let blocked = try Self.run(command: try Self.curl(site.url("rsa")))
        #expect(blocked.status == 56)
        let python = try Self.run(command: Self.python(try site.url("plain", scheme: "http"), site.root))
        #expect(python.status == 1 && python.errors.contains("403"))
    }

    @Test func aPolicyPermits() throws {
        let policy = Self.folder.appending(path: "policy-\(UUID().uuidString).json")
        try #"{"NSExceptionDomains": {"rsa.test": {"NSExceptionRequiresForwardSecrecy": false}, "never.test": {}}}"#
            .write(to: policy, atomically: true, encoding: .utf8)
        defer { unlink(policy.path) }
        let url = try Site.shared.get().url("rsa")
        let result = try Self.run("--policy", policy.path, command: try Self.curl(url))
        #expect(result.status == 0, "\(result.errors)")
        let coverage = result.report?["coverage"] as? [String: Any]
        #expect(coverage?["policyKeysNeverSeen"] as? [String] == ["never.test"])
    }

    @Test func inputAndOutputAreTheCommandsOwn() throws {
        let program = try Program(
            "/bin/sh", ["-c", #"printf 'a\0b' | "$0" run -- sh -c 'cat; echo error >&2'"#, Repository.program])
        #expect(program.end() == 2)
        #expect(program.output.hasPrefix("a\0bApp Transport Security report\n"))
        #expect(program.errors.contains("error\n") && !program.errors.contains("listening on"))
    }

    @Test func theCommandInheritsNothingOfTheProxy() throws {
        let script = """
            ls /proc/self/fd; ulimit -n; ulimit -c; ulimit -Hc
            grep -E 'Sig(Blk|Cgt)' /proc/self/status
            """
        // At a limit that the proxy raises for itself, and with nothing open but the standard streams.
        let command = ["sh", "-c", script]
        let program = try Client.start("with_few_descriptors", [Repository.program, "run", "--"] + command)
        let alone = try Client.start("with_few_descriptors", command)
        #expect(program.end() == 2 && alone.end() == 0)
        #expect(alone.output.contains("\n200\n"))
        #expect(program.output.hasPrefix(alone.output + "App Transport Security report\n"))
    }

    @Test(arguments: [("no-such-program", Int32(127)), ("/etc/passwd", 126)])
    func aCommandThatCannotBeRunIsNamed(name: String, status: Int32) throws {
        let result = try Self.run(command: [name])
        #expect(result.status == status)
        #expect(result.errors.contains("\(name) cannot be run: ") && result.report == nil)
    }

    @Test(arguments: [
        ([], []), (["--events", "-"], ["true"]), (["--baseline", "/does/not/exist"], ["touch"]),
        (["--policy", "/does/not/exist"], ["touch"]), (["--events", "/dev/null"], ["touch"]),
    ])
    func aMistakeCostsNoTestRun(options: [String], command: [String]) throws {
        let mark = Self.folder.appending(path: "ran-\(UUID().uuidString)").path
        let command = command.isEmpty ? [] : command + [mark]
        let program = try Program(Repository.program, ["run"] + options + ["--"] + command)
        let status = program.end()
        #expect(status == 64 || status == 65)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }
}
