import Foundation
import Testing

/// `view`, as a script uses it with curl.
@Suite struct ViewCommandTests {
    private static let example = Repository.root.appending(path: "config/example/MyApp.jsonl").path

    /// A view that runs, and what its address says.
    private struct View {
        let program: Program
        let base: String
        let token: String

        init(_ arguments: [String]) throws {
            program = try Program(Repository.program, ["view", "--console", "127.0.0.1:0"] + arguments)
            let deadline = Date(timeIntervalSinceNow: 30)
            while !program.errors.contains("token="), program.isRunning, Date() < deadline { usleep(20_000) }
            let match = try #require(
                program.errors.firstMatch(of: #/atsproxy: console at (http://127\.0\.0\.1:\d+)/\?token=(\S+)\n/#),
                "\(program.errors)")
            (base, token) = (String(match.1), String(match.2))
        }

        /// The output of curl for a target of the API.
        func get(_ target: String, _ options: [String] = [], token: String? = nil) throws -> String {
            let curl = try Program(
                "/usr/bin/curl",
                ["-sS", "-H", "Authorization: Bearer \(token ?? self.token)"] + options + ["\(base)/api/v1/\(target)"])
            guard curl.end() == 0 else { throw JourneyError(text: curl.errors) }
            return curl.output
        }

        func json(_ target: String, _ options: [String] = []) throws -> [String: Any] {
            let text = try get(target, options)
            return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        }
    }

    @Test func showsTheExampleToScripts() throws {
        let view = try View([Self.example])
        let rows = try view.json("rows")["rows"] as? [[String: Any]] ?? []
        #expect(
            rows.map { "\($0["host"] ?? "") \($0["verdict"] ?? "")" } == [
                "img.example.com wouldBlock", "legacy.example.com wouldBlock", "pay.example.com wouldBlock",
                "api.example.com allowed",
            ])
        let detail = try view.json("rows/\(rows[1]["id"] as? String ?? "")")
        let fix = detail["fix"] as? [String: Any]
        #expect((fix?["propertyList"] as? String)?.contains("<string>TLSv1.0</string>") == true)
        #expect(try view.get("rows", token: "wrong").contains("\"status\":401"))
        let report = try Program(Repository.program, ["report", "--format", "json", Self.example])
        #expect(report.end() == 1)
        #expect(try view.get("report?format=json") == report.output)
        #expect(view.program.stop() == 0)
    }

    @Test func showsTheRecordingsInADirectory() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "viewed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let example = URL(filePath: Self.example)
        try FileManager.default.copyItem(at: example, to: folder.appending(path: "a.jsonl"))
        let view = try View([folder.path])
        func loads() throws -> Int {
            let counts = try view.json("status")["counts"] as? [String: Any]
            return counts?["loads"] as? Int ?? 0
        }
        let once = try loads()
        #expect(once > 0)
        // The same loads again would be told by their identifiers.
        let others = try String(contentsOf: example, encoding: .utf8).replacing("\"id\":\"0", with: "\"id\":\"1")
        try others.write(to: folder.appending(path: "b.jsonl"), atomically: true, encoding: .utf8)
        #expect(try holds(within: 30) { try loads() > once })
        #expect(view.program.stop() == 0)
    }

    @Test func judgesAgainUnderAnUploadedPolicy() throws {
        let view = try View([
            "--ca-file", Repository.root.appending(path: "config/example/staging-root.pem").path, Self.example,
        ])
        let json = ["-H", "Content-Type: application/json", "-d"]
        let plist = try Data(
            contentsOf: URL(filePath: Repository.root.appending(path: "config/policies/LegacyServer.plist").path))
        let body = #"{"name":"LegacyServer.plist","content":"\#(plist.base64EncodedString())"}"#
        let id = try view.json("policies", json + [body])["id"] as? String ?? ""
        let answer = try view.json("what-if", json + [#"{"policy":"\#(id)"}"#])
        let changes = answer["changes"] as? [[String: Any]] ?? []
        #expect(changes.map { $0["host"] as? String } == ["legacy.example.com"])
        #expect((changes.first?["after"] as? [String: Any])?["verdict"] as? String == "allowed")
    }

    @Test func whatGrowsIsReadAgain() throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "view-\(UUID().uuidString).jsonl").path
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let text = try String(contentsOfFile: Self.example, encoding: .utf8)
        try text.write(toFile: copy, atomically: true, encoding: .utf8)
        let view = try View([copy])
        let before = try #require(try view.json("status")["counts"] as? [String: Any])["loads"] as? Int
        let handle = try #require(FileHandle(forWritingAtPath: copy))
        try handle.seekToEnd()
        // The same loads with other identifiers.
        try handle.write(contentsOf: Data(text.replacing("\"id\":\"01", with: "\"id\":\"99").utf8))
        try handle.close()
        var loads = before
        let deadline = Date(timeIntervalSinceNow: 30)
        while loads == before, Date() < deadline {
            usleep(100_000)
            loads = (try view.json("status")["counts"] as? [String: Any])?["loads"] as? Int
        }
        #expect(loads == before.map { 2 * $0 })
        #expect(try view.get("status").contains("have grown and were read again"))
    }

    /// The options that `serve` has as well are read alike.
    @Test(arguments: [
        (["--console", "off"], "--console off: view does nothing but serve its page"),
        (["--console", "8090"], "--console 8090 is not an address and a port"),
        (["--console", "proxy.example:8090"], "--console proxy.example:8090 is not an address and a port"),
        (["--console-host", "127.0.0.1"], "--console-host 127.0.0.1 is not the name of a host, without a port"),
        (["--console-host", "a:8090"], "--console-host a:8090 is not the name of a host, without a port"),
    ])
    func optionsAreThoseOfServe(options: [String], sentence: String) throws {
        let program = try Program(Repository.program, ["view"] + options + [Self.example])
        #expect(program.end() == 64)
        #expect(program.errors.hasPrefix("atsproxy: \(sentence)"), "\(program.errors)")
        guard options[1] != "off" else { return }
        let serve = try Program(Repository.program, ["serve", "--listen", "127.0.0.1:0"] + options)
        #expect(serve.end() == 64 && serve.errors.hasPrefix("atsproxy: \(sentence)"), "\(serve.errors)")
    }

    @Test func anAddressInUseIsAnError() throws {
        let first = try View([Self.example])
        let address = String(first.base.dropFirst("http://".count))
        let second = try Program(Repository.program, ["view", "--console", address, Self.example])
        #expect(second.end() == 69)
        #expect(second.errors.hasPrefix("atsproxy: the console cannot listen on \(address)"), "\(second.errors)")
    }

    @Test(arguments: [["/dev/null"], [Repository.root.appending(path: "README.md").path], ["/nowhere.jsonl"]])
    func whatIsNoRecordingIsRefused(paths: [String]) throws {
        let program = try Program(Repository.program, ["view"] + paths)
        #expect(program.end() == 65)
        #expect(program.errors.hasPrefix("atsproxy: "))
    }
}
