import Foundation
import Testing

/// Captures as `report`, `advise` and `view` read them.
@Suite struct CaptureJourneyTests {
    private static let example = Repository.root.appending(path: "config/example/MyApp.pcapng").path

    @Test func aCaptureIsJudged() throws {
        let program = try Program(Repository.program, ["report", "--format", "json", Self.example])
        #expect(program.end() == 1, "\(program.errors)")
        let report = try #require(JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any])
        let hosts = try #require(report["hosts"] as? [[String: Any]])
        #expect(
            Set(hosts.compactMap { $0["host"] as? String }) == [
                "api.example.com", "legacy.example.com", "img.example.com", "media.example.com",
            ])
        let rules = hosts.flatMap { $0["violations"] as? [String] ?? [] }
        #expect(rules.contains("cleartext") && rules.contains("tunnel.version"))
        let gaps = try #require(report["gaps"] as? [[String: Any]])
        #expect(gaps.contains { $0["kind"] as? String == "facts" })
    }

    @Test func standardInputMayBeACapture() throws {
        let program = try Program(
            "/bin/sh", ["-c", "gzip -c \"$1\" | \"$0\" report -", Repository.program, Self.example])
        #expect(program.end() == 1, "\(program.errors)")
        #expect(program.output.contains("img.example.com: cleartext"))
    }

    @Test func theAdviceIsThatOfARecording() throws {
        let program = try Program(Repository.program, ["advise", Self.example])
        #expect(program.end() == 0, "\(program.errors)")
        #expect(program.output.contains("img.example.com"))
    }

    @Test(arguments: [
        ("", "holds no load"), ("AAAA", "ends too early"),
        (
            "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}zzzzzzzzzzzzzzzz",
            "said to have"
        ),
    ])
    func aFileWithoutALoadIsAnError(rest: String, sentence: String) throws {
        let path = NSTemporaryDirectory() + "capture-\(UUID().uuidString).pcap"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try (Data([0xA1, 0xB2, 0xC3, 0xD4]) + Data(rest.utf8)).write(to: URL(fileURLWithPath: path))
        let program = try Program(Repository.program, ["report", path])
        #expect(program.end() == 65)
        #expect(program.errors.contains(sentence), "\(program.errors)")
        #expect(program.output.isEmpty)
    }
}
