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

    /// Nothing of a capture went through a proxy, and nothing of this one through a tunnel.
    @Test func theWordsAreThoseOfACapture() throws {
        let program = try Program(Repository.program, ["report", "--verbose", Self.example])
        #expect(program.end() == 1, "\(program.errors)")
        let text = program.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Only what was captured was seen"))
        #expect(text.contains("The client and legacy.example.com agreed on TLS 1.1; the policy asks for TLS 1.2."))
        // The identifiers of rules, and the name of the program, have these words.
        #expect(!text.contains("the tunnel") && !text.contains("the proxy"), "\(text)")
        let html = try Program(Repository.program, ["report", "--format", "html", Self.example])
        #expect(html.end() == 1)
        #expect(!html.output.contains("the tunnel") && !html.output.contains("the proxy"))
    }

    /// Who has only cached requests learns why nothing is judged.
    @Test func aServerThatOnlyACacheHasAnsweredIsAGap() throws {
        let path = NSTemporaryDirectory() + "capture-\(UUID().uuidString).har"
        defer { try? FileManager.default.removeItem(atPath: path) }
        func entry(_ url: String, _ members: String) -> String {
            #"{"startedDateTime":"2026-11-20T10:00:00Z","time":1,"request":{"method":"GET","url":"\#(url)"},"#
                + #""response":{"status":200}\#(members)}"#
        }
        let cached = entry("https://cdn.example/a.js", #","_fromCache":"disk""#)
        func report(_ entries: String) throws -> Program {
            try Data(#"{"log":{"entries":[\#(entries)]}}"#.utf8).write(to: URL(fileURLWithPath: path))
            let program = try Program(Repository.program, ["report", path])
            _ = program.end()
            return program
        }
        let some = try report(cached + "," + entry("http://a.example/", ""))
        #expect(some.end() == 1, "\(some.errors)")
        #expect(some.errors.contains("2 requests, 1 load, 1 answered without the network."))
        #expect(some.output.contains("cdn.example"))
        let none = try report(cached)
        #expect(none.end() == 65)
        #expect(none.errors.contains("1 request was answered by a cache, a service worker or a test"), "\(none.errors)")
        #expect(none.errors.contains("nothing else was loaded from cdn.example"))
    }

    @Test func aCaptureIsNotCondensed() throws {
        let program = try Program(Repository.program, ["condense", Self.example])
        #expect(program.end() == 65)
        #expect(
            program.errors
                == "atsproxy: \(Self.example) is a capture, which is not condensed; give it to atsproxy report as it is.\n"
        )
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
