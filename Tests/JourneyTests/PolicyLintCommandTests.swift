import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct PolicyLintCommandTests {
    private static let good = "<dict><key>NSAllowsArbitraryLoads</key><false/></dict>"
    private static let bad = """
        <dict>
        <!-- why -->
        <key>NSExceptionDomains</key>
        <dict><key>https://a.com/</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict></dict>
        </dict>
        """

    private static let strict = bad.replacing("<true/>", with: "<false/>")

    private static func file(_ content: String) throws -> String {
        let url = FileManager.default.temporaryDirectory.appending(path: "lint \(UUID().uuidString).plist")
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(content)\n</plist>\n"
        try Data(text.utf8).write(to: url)
        return url.path
    }

    private static func lint(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
        let program = try Program(Repository.program, ["policy", "lint"] + arguments)
        return (program.end(), program.output, program.errors)
    }

    @Test func theStatusIsThatOfTheWorstPath() throws {
        let (good, bad) = (try Self.file(Self.good), try Self.file(Self.bad))
        #expect(try Self.lint(good).status == 0)
        #expect(try Self.lint(good, bad).status == 1)
        let all = try Self.lint(bad, "/nonexistent.plist", good)
        #expect(all.status == 65 && all.errors.contains("/nonexistent.plist does not exist"))
        #expect(all.output.contains("lint.domain-scheme") && all.output.contains("2 policies: 1 error"))
    }

    @Test func xcodeGetsOneLineForEachFinding() throws {
        let bad = try Self.file(Self.bad)
        let (status, output, _) = try Self.lint("--format", "xcode", bad)
        #expect(status == 1)
        let lines = output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("\(bad):6: error: The key \"https://a.com/\" has a scheme") == true, "\(output)")
        #expect(lines.allSatisfy { $0.hasSuffix("]") && $0.hasPrefix(bad) })
    }

    /// Xcode finds only absolute paths, and a finding of either command has to be in one place.
    @Test(arguments: [
        ("My.app", "My.app/Info.plist"), ("./My.app/", "My.app/Info.plist"), ("My.app/Info.plist", "My.app/Info.plist"),
        ("X.xcarchive", "X.xcarchive/Products/Applications/My.app/Info.plist"),
        ("My.ipa", "My.ipa/Payload/My.app/Info.plist"),
    ])
    func lintAndReportShowXcodeOnePath(policy: String, file: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "xcode-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try Data(contentsOf: Repository.root.appending(path: "config/policies/LegacyServer.plist"))
        for place in ["My.app", "Payload/My.app", "X.xcarchive/Products/Applications/My.app"] {
            let app = folder.appending(path: place)
            try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
            try list.write(to: app.appending(path: "Info.plist"))
        }
        let recording = Repository.root.appending(path: "config/example/MyApp.jsonl").path
        let script = """
            cd "$1" && python3 -m zipfile -c My.ipa Payload
            "$0" policy lint --format xcode "$2"
            "$0" report --format xcode --policy "$2" "$3"
            """
        let program = try Program("/bin/sh", ["-c", script, Repository.program, folder.path, policy, recording])
        #expect(program.end() == 1, "\(program.errors)")
        let lines = program.output.split(separator: "\n")
        let root = folder.resolvingSymlinksInPath().path
        #expect(lines.count > 2 && lines.allSatisfy { $0.hasPrefix("\(root)/\(file):") }, "\(program.output)")
        // What lint findings on is the exception; img.example.com is under the policy as a whole.
        #expect(lines.contains { $0.contains("Info.plist:13: warning: ") && $0.hasSuffix("[lint.review]") })
        #expect(lines.contains { $0.contains("Info.plist:7: error: ") && $0.hasSuffix("[cleartext]") })
    }

    @Test func sarifIsValid() throws {
        let bad = try Self.file(Self.bad)
        let validation = try Program(
            "/bin/sh",
            [
                "-c", "\"$0\" policy lint --format sarif \"$1\" /nonexistent | \"$2\"", Repository.program, bad,
                Repository.root.appending(path: "Tests/Scripts/validate-sarif").path,
            ])
        #expect(validation.end() == 0, "\(validation.output)")
        let sarif = try Self.lint("--format", "sarif", bad).output
        #expect(sarif.contains("\"ruleId\":\"lint.domain-scheme\"") && sarif.contains("\"startLine\":6"))
    }

    @Test func junitIsWellFormed() throws {
        let output = try Self.lint("--format", "junit", try Self.file(Self.bad), try Self.file(Self.good), "/none")
            .output
        let parser = XMLParser(data: Data(output.utf8))
        #expect(parser.parse(), "\(output)")
        #expect(output.contains("tests=\"4\" failures=\"1\" errors=\"1\""), "\(output)")
    }

    @Test func theFixIsAPatchOrInPlace() throws {
        let (first, second) = (try Self.file(Self.strict), try Self.file(Self.strict))
        let patch = try Self.lint("--fix", first)
        #expect(
            patch.status == 0 && patch.errors.contains("1 correction; nothing remains, and 1 is new."),
            "\(patch.errors)")
        #expect(patch.output.contains("+<dict><key>a.com</key>"), "\(patch.output)")
        #expect(try String(contentsOfFile: first, encoding: .utf8).contains("https://a.com/"))
        let applied = try Program(
            "/bin/sh", ["-c", "\"$0\" policy lint --fix \"$1\" | patch -s -p1 -d /", Repository.program, first])
        #expect(applied.end() == 0, "\(applied.errors)")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: second)
        #expect(try Self.lint("--fix", "--in-place", second).status == 0)
        #expect(try Data(contentsOf: URL(filePath: first)) == Data(contentsOf: URL(filePath: second)))
        let attributes = try FileManager.default.attributesOfItem(atPath: second)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try Self.lint("--fix", second).output.isEmpty)
        #expect(try Self.lint("--in-place", second).status == 64)
    }

    /// A patch of text in UTF-16 applies to nothing.
    @Test func noPatchIsPrintedThatDoesNotApply() throws {
        let file = try Self.file(Self.strict)
        let text = try String(contentsOfFile: file, encoding: .utf8).replacing("UTF-8", with: "UTF-16")
        let units = ("\u{FEFF}" + text).utf16
        try Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).write(to: URL(filePath: file))
        let patch = try Self.lint("--fix", file)
        #expect(patch.status == 1 && patch.output.isEmpty, "\(patch.output)")
        #expect(
            patch.errors == "atsproxy: \(file) is in UTF-16, to which no patch applies; 1 remains. Add --in-place.\n")
        #expect(try Self.lint("--fix", "--in-place", file).status == 0)
        let corrected = try Self.lint("--fix", file)
        #expect(corrected.status == 0 && corrected.errors.contains("nothing has exactly one correction"))
    }

    /// Nothing is said about corrections that were not tried.
    @Test func correctionsThatWereNotTriedAreCountedSeparately() throws {
        let keys = (1...160).map {
            "<key>h\($0).com</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><string>YES</string></dict>"
        }
        let file = try Self.file("<dict><key>NSExceptionDomains</key><dict>\(keys.joined())</dict></dict>")
        let errors = try Self.lint("--fix", file).errors
        #expect(errors.contains(" would permit what the file blocks, so that they are left to you, and "))
        #expect(errors.contains(" were not tried in 256 attempts; 160 remain. Correct what is left to you, and run "))
    }

    @Test func commandsSayAtOnceThatThePolicyHasErrors() throws {
        let bad = try Self.file(Self.bad)
        let program = try Program(Repository.program, ["policy", "explain", "--policy", bad, "http://a.com"])
        #expect(program.end() == 1)
        #expect(program.errors.contains("has 1 error in line 6: The key \"https://a.com/\" has a scheme"))
        #expect(program.errors.contains("atsproxy policy lint '\(bad)'"))
        #expect(program.output.contains("note: the key 'https://a.com/' matches nothing; 'a.com' was probably meant."))
        let clean = try Program(
            Repository.program, ["policy", "explain", "--policy", try Self.file(Self.good), "https://a.com"])
        #expect(clean.end() == 0 && clean.errors.isEmpty)
    }
}
