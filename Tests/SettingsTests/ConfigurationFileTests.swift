import Testing

@testable import Settings

@Suite struct ConfigurationFileTests {
    private static func file(_ text: String) throws(CommandFailure) -> ConfigurationFile {
        try ConfigurationFile(Array(text.utf8), named: "/etc/atsproxy.yaml")
    }

    /// Faulty files with the expected messages.
    @Test(arguments: [
        ("polcy: a", 1, "unknown key 'polcy'; did you mean policy?"),
        ("something: a", 1, "unknown key 'something'; known are listen, listen-transparent"),
        ("mode: observe\nos: [ios17, ios18]", 2, "os takes one value, not a list"),
        ("mode: {a: b}", 1, "mode takes a word"),
        ("policy:", 1, "policy has no value; it takes a path"),
        ("policy: ~", 1, "policy has no value"),
        ("app: [a, [b]]", 1, "app takes a word"),
        ("app:\n- a\n-", 3, "app has no value"),
        ("workers: many", 1, "workers takes a number"),
        ("workers: '4'", 1, "workers takes a number"),
        ("log-query: 1", 1, "log-query takes true or false"),
        ("mode: observe\nmode: enforce", 2, "the key mode occurs twice, first in line 1; delete one."),
        ("- listen: a", 1, "a configuration holds keys and values"),
        ("\n\nlisteners: 127.0.0.1:8080", 3, "listeners is a list"),
        ("listeners: []", 1, "listeners is a list"),
        ("listeners:\n  - 127.0.0.1:8080", 2, "an entry of listeners holds keys and values"),
        ("listeners:\n  - listen: a\n    roots: b", 3, "roots holds for the whole process"),
        ("listeners:\n  - listen: a\n    limits: {}", 3, "limits hold for the whole process"),
        ("listeners:\n  - listen: a\n    listeners: []", 3, "unknown key 'listeners'"),
        ("listeners:\n  - listen: a\n  - listen: b\n    pollicy: c", 4, "did you mean policy?"),
        ("limits: 4", 1, "limits holds names and numbers"),
        ("limits:\n  head: 1\n  tunnel-idel: 3", 3, "unknown limit 'tunnel-idel'; did you mean tunnel-idle?"),
        ("limits:\n  head: big", 2, "head takes a number"),
        ("a: [", 2, "this is not YAML"),
        ("\tmode: a", 1, "this is not YAML"),
        ("<<: {mode: observe}", 1, "unknown key '<<'"),
        ("[a]: b", 1, "a key is a word"),
        (String(repeating: "[", count: 5000), 1, "this is not YAML"),
    ])
    func namesTheLineOfAMistake(text: String, line: Int, sentence: String) throws {
        let failure = try #require(throws: CommandFailure.self) { try Self.file(text) }
        #expect(failure.status == .data)
        #expect(failure.sentence.hasPrefix("/etc/atsproxy.yaml, line \(line): "), "\(failure.sentence)")
        #expect(failure.sentence.contains(sentence), "\(failure.sentence)")
    }

    @Test func readsSettingsWithTheirLines() throws {
        let file = try Self.file(
            """
            # A comment.
            mode: observe
            app: [One, "Two Words"]
            workers: 2
            log-query: yes
            listeners:
              - listen: 127.0.0.1:1
              - listen: [127.0.0.1:2, "[::1]:2"]
                os: 17
            limits: {tunnel-idle: 1.5}
            """)
        func text(_ name: String, _ text: String, _ line: Int) -> SettingText {
            SettingText(name: name, value: text, location: .file("/etc/atsproxy.yaml", line: line))
        }
        #expect(file.top.texts["mode"] == [text("mode", "observe", 2)])
        #expect(file.top.texts["app"] == [text("app", "One", 3), text("app", "Two Words", 3)])
        #expect(file.top.texts["workers"] == [text("workers", "2", 4)])
        #expect(file.top.texts["log-query"] == [text("log-query", "true", 5)])
        #expect(file.top.limits == ["tunnel-idle": text("tunnel-idle", "1.5", 10)])
        #expect(file.listeners.map { $0.texts["listen"]?.count } == [1, 2])
        #expect(file.listeners[1].texts["os"] == [text("os", "17", 9)])
    }

    @Test(arguments: [
        ("/etc/atsproxy.yaml", "My.app", "/etc/My.app"), ("/etc/atsproxy.yaml", "/srv/My.app", "/srv/My.app"),
        ("config/a.yaml", "../My.app", "config/../My.app"), ("a.yaml", "My.app", "My.app"),
        ("/etc/atsproxy.yaml", "-", "-"),
    ])
    func pathsAreRelativeToTheFile(path: String, written: String, read: String) throws {
        let text = "policy: \"\(written)\"\nca-file: [\"\(written)\"]\n"
        let file = try ConfigurationFile(Array(text.utf8), named: path)
        #expect(file.top.texts["policy"]?.map(\.value) == [read])
        #expect(file.top.texts["ca-file"]?.map(\.value) == [read])
    }

    @Test(arguments: ["", "# nothing\n", "---\n", "{}"])
    func anEmptyFileHasNoSettings(text: String) throws {
        let file = try Self.file(text)
        #expect(file.top.texts.isEmpty && file.listeners.isEmpty)
    }

    @Test func escapesQuotedText() throws {
        let layer = try Self.file("resolve: |\n  a\n  b").top
        let failure = try #require(throws: CommandFailure.self) {
            _ = try SettingsStack(layers: [layer]).value(SettingTable.resolve)
        }
        #expect(failure.sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        #expect(failure.sentence.contains("a\\u{A}b"))
    }

    @Test func refusesAliasesThatMultiply() {
        let levels = (1...30).map { "x\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
        let text = (["x0: &a0 [a]"] + levels).joined(separator: "\n")
        let failure = #expect(throws: CommandFailure.self) { try ConfigurationFile(Array(text.utf8), named: "a") }
        #expect(failure?.sentence == "a: the file has too many aliases (*); write each value out.")
    }

    @Test func refusesBinaryAndLargeFiles() throws {
        let noText = try #require(throws: CommandFailure.self) { try ConfigurationFile([0xFF, 0xFE], named: "a") }
        #expect(noText.sentence == "a: the file is not UTF-8.")
        let large = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20 + 1)
        #expect(throws: CommandFailure.self) { try ConfigurationFile(large, named: "a") }
    }
}
