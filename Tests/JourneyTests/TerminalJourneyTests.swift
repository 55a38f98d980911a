import Foundation
import Testing

/// What a person sees of `serve` in a terminal, and what `serve` and `run` say at their end.
@Suite struct TerminalJourneyTests {
    private static let script = Repository.root.appending(path: "Tests/Scripts/clients/serve_in_terminal.py").path

    @Test func eachLoadIsCountedInOneLine() throws {
        let terminal = try Program(
            "/usr/bin/python3", [Self.script, Repository.program, "http://cleartext.test:1/", "--examine", "needed"])
        #expect(terminal.end() == 0)
        let lines = terminal.output.split(separator: "\n").map(String.init)
        let loads = lines.indices.filter { lines[$0].contains(" blocked ") && lines[$0].contains("cleartext.test:1") }
        #expect(loads.count == 1, "\(terminal.output)\(terminal.errors)")
        let line = try #require(loads.first)
        #expect(lines[line].contains("cleartext.test:1 ×3"))
        let rows = lines[line...].prefix { $0.hasPrefix("          ") || $0 == lines[line] }
        #expect(rows.allSatisfy { $0.count < 60 } && rows.count > 1)
        #expect(rows.joined(separator: " ").contains("cleartext; the policy"))
        #expect(lines.contains("atsproxy: 3 loads of 1 host: 3 blocked."))
        #expect(lines.contains("atsproxy:   1  cleartext"))
        #expect(lines.contains { $0.hasPrefix("atsproxy: nothing is kept; --events events.jsonl ") })
        #expect(lines.last == "0")
    }

    @Test func aStopNamesTheRecordingAndWhatToRunNext() throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "it's \(UUID().uuidString).jsonl").path
        defer { unlink(path) }
        let program = try Program(
            Repository.program, ["serve", "--listen", "127.0.0.1:0", "--events", path, "--examine", "needed"])
        #expect(holds { program.errors.contains("listening on ") }, "\(program.errors)")
        let port = try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)).1
        let answer = try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)", "http://cleartext.test/"])
        #expect(answer.status == 403)
        #expect(program.stop() == 0)
        let name = "'" + path.replacing("'", with: #"'\''"#) + "'"
        #expect(program.errors.contains("atsproxy: 1 load of 1 host: 1 blocked.\n"))
        #expect(program.errors.contains("atsproxy:   atsproxy report \(name)\n"))
        #expect(program.errors.contains("atsproxy:   atsproxy advise \(name)\n"))
        #expect(program.output.isEmpty)
    }
}
