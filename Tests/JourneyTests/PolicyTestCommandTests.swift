import Foundation
import Testing

/// A folder with a policy and a file of expectations, which the program tests.
@Suite struct PolicyTestCommandTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "policy test \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "My App"), withIntermediateDirectories: true)
        try policy("LegacyServer.plist", at: "My App/Info.plist")
    }

    private func policy(_ name: String, at path: String) throws {
        let content = try Data(contentsOf: Repository.root.appending(path: "config/policies/\(name)"))
        try content.write(to: folder.appending(path: path))
    }

    private func write(_ text: String, to path: String = "ats.yaml") throws {
        try Data(text.utf8).write(to: folder.appending(path: path))
    }

    private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let script = "cd \"$1\" && shift && exec \"$@\""
        let program = try Program(
            "/bin/sh", ["-c", script, "sh", folder.path, Repository.program, "policy"] + arguments)
        return (program.end(), program.output, program.errors)
    }

    @Test func writtenFileFailsOnceThePolicyChanges() throws {
        defer { remove() }
        try FileManager.default.createDirectory(at: folder.appending(path: "tests"), withIntermediateDirectories: true)
        let written = try run("test", "--write", "--policy", "My App/Info.plist", "tests/ats.yaml")
        #expect(written.status == 0 && written.errors.contains("tests/ats.yaml has "), "\(written)")
        let passed = try run("test", "tests/ats.yaml")
        #expect(
            passed.status == 0 && passed.output.hasSuffix(" rows under the policy Info.plist: all pass.\n"), "\(passed)"
        )

        try policy("Cleartext.plist", at: "My App/Info.plist")
        let failed = try run("test", "tests/ats.yaml")
        #expect(failed.status == 1, "\(failed)")
        #expect(failed.output.contains("  minimumTLSVersion: expected TLSv1.0, actual TLSv1.2\n"), "\(failed)")
        let head = try Regex(#"(?m)^tests/ats\.yaml:[0-9]+: https://legacy\.example\.com/ on ios9\.\.\.ios27$"#)
        #expect(failed.output.contains(head))
        let junit = try run("test", "--format", "junit", "tests/ats.yaml")
        #expect(junit.status == 1 && junit.output.contains("<failure type=\"expectation\""))
    }

    @Test func fileThatExistsIsKept() throws {
        defer { remove() }
        try write("mine")
        let written = try run("test", "--write", "ats.yaml")
        #expect(written.status == 64 && written.errors.contains("ats.yaml exists and is kept; "), "\(written)")
        #expect(try String(contentsOf: folder.appending(path: "ats.yaml"), encoding: .utf8) == "mine")
        let printed = try run("test", "--write", "-")
        #expect(printed.status == 0 && printed.output.contains("\nexpectations:\n"))
        let missing = try run("test", "--write", "no-such-folder/ats.yaml")
        #expect(missing.status == 74 && missing.errors.contains("cannot be written to no-such-folder/ats.yaml"))
    }

    @Test func newDomainFailsWithoutARow() throws {
        defer { remove() }
        let written = try run("test", "--write", "--policy", folder.path + "/My App/Info.plist", "ats.yaml")
        #expect(written.status == 0 && written.errors.contains("the rows are for iOS"), "\(written)")
        let text = try String(contentsOf: folder.appending(path: "ats.yaml"), encoding: .utf8)
        #expect(text.contains("\npolicy: My App/Info.plist\n") && text.contains("\ndomains:\n  - "), "\(text)")
        try write(text.replacing("domains:\n", with: "domains:\n  - gone.example\n", maxReplacements: 1))
        let failed = try run("test", "ats.yaml")
        #expect(failed.status == 1 && failed.output.contains(": none failed, 1 changed domain.\n"), "\(failed)")
        #expect(failed.output.contains(": NSExceptionDomains has lost the entry 'gone.example', "), "\(failed)")
    }

    @Test func pipeIsRefused() throws {
        defer { remove() }
        #expect(mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
        let tested = try run("test", "pipe")
        #expect(tested.status == 65 && tested.errors.contains("pipe is a pipe, a socket or a device"), "\(tested)")
        let junit = try run("test", "--format", "junit", "none.yaml")
        #expect(junit.status == 65 && junit.output.contains("<error type=\"data\" message=\"none.yaml does not"))
    }

    @Test func everyFaultIsNamedWithItsLine() throws {
        defer { remove() }
        try write(
            "- {url: 'ftp://a.example', expect: blocked}\n- {url: a.example, expect: depends}\n- {url: b.example}\n")
        let tested = try run("test", "ats.yaml")
        #expect(tested.status == 65 && tested.output.isEmpty)
        #expect(
            tested.errors.contains("atsproxy: ats.yaml, line 1: 'ftp://a.example' has the scheme 'ftp'"), "\(tested)")
        #expect(tested.errors.contains("\natsproxy: ats.yaml, line 3: the row has no expect"), "\(tested)")
        #expect(tested.errors.split(separator: "\n").count == 2)

        try write("")
        let empty = try run("test", "ats.yaml")
        #expect(empty.status == 65 && empty.errors.contains("ats.yaml: the file is empty"))
        try write("policy: none.plist\nexpectations: [{url: a.example, expect: depends}]\n")
        let missing = try run("test", "ats.yaml")
        #expect(missing.status == 65 && missing.errors.contains("none.plist does not exist"), "\(missing)")
        #expect(try run("test", "--os", "auto", "ats.yaml").status == 64)
    }

    /// A row may expect each member that `policy explain` prints.
    @Test(arguments: ["https://api.example.com", "http://127.0.0.1", "http://a.example"])
    func membersAreThoseOfExplain(url: String) throws {
        defer { remove() }
        try policy("Pinned.plist", at: "My App/Info.plist")
        let explained = try run("explain", "--policy", "My App/Info.plist", "--format", "json", url)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(explained.output.utf8)) as? [String: Any], "\(explained)")
        let others: Set = ["url", "source", "os", "violations", "notes", "meantKeys"]
        let members = object.filter { !others.contains($0.key) }
        #expect(members.count == 10)
        let text = String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
        try write("policy: My App/Info.plist\nexpectations:\n  - url: \(url)\n    expect: \(text)\n")
        let tested = try run("test", "ats.yaml")
        #expect(tested.status == 0, "\(tested) \(text)")
    }

    @Test func matrixIsNoVerdict() throws {
        defer { remove() }
        let table = try run("explain", "--matrix")
        #expect(table.status == 0 && table.errors.isEmpty)
        let rows = table.output.split(separator: "\n").filter { $0.contains("://") }
        #expect(rows.count == 28 && rows[0].split(separator: " ").suffix(2) == ["blocked", "(1)"], "\(table)")
        let json = try run("explain", "--matrix", "--format", "json", "--os", "ios18", "example.com")
        #expect(json.status == 0 && json.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"kind\":") })
        #expect(try run("explain", "--matrix", "--format", "html").output.contains("<table"))
        #expect(try run("explain", "--format", "html", "a.example").status == 64)
        #expect(try run("explain").status == 64)
    }

    private func remove() {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record(error)
        }
    }
}
