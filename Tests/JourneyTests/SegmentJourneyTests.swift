import Foundation
import Testing

/// `serve --events DIRECTORY/` with the real program: what reports count is what was loaded, whatever happened meanwhile.
@Suite struct SegmentJourneyTests {
    private let site: Site
    private let folder: URL

    init() throws {
        site = try Site.shared.get()
        folder = FileManager.default.temporaryDirectory.appending(path: "segments-\(UUID().uuidString)")
    }

    private func removeFolder() {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Issue.record("\(error)")
        }
    }

    private func proxy(_ options: String...) throws -> Proxy {
        try Proxy(
            "--mode", "observe", "--examine", "needed", "--events", folder.path + "/", "--proxy-name", "lab-3",
            site: site,
            adding: options)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func report(_ path: String, _ options: String...) throws -> (
        status: Int32, json: [String: Any], errors: String
    ) {
        let program = try Program(Repository.program, ["report", "--format", "json", path] + options)
        let status = program.end()
        let json = try? JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [String: Any]
        return (status, json ?? [:], program.errors)
    }

    private func loads() throws -> Int {
        let traffic = try report(folder.path).json["traffic"] as? [String: Any]
        return traffic?["loads"] as? Int ?? 0
    }

    /// Loads by that many requests of one client in plain text, and by a tunnel.
    private func load(_ count: Int, through proxy: Proxy) throws {
        let url = try site.url("origin", "/[1-\(count)]", scheme: "http")
        #expect(try proxy.curl(url).status == 200)
        _ = try proxy.curl("--cacert", site.root, try site.url("good"))
    }

    @Test func countsEachLoadOnceAcrossCrashesAndRotation() throws {
        defer { removeFolder() }
        let first = try proxy("--segment-size", "64K")
        try load(150, through: first)
        #expect(try holds { try loads() == 151 })
        first.program.signal(SIGHUP)
        #expect(try holds { try names().allSatisfy { $0.hasSuffix(".jsonl.gz") } })
        try load(20, through: first)
        #expect(try holds { try loads() == 172 })
        first.program.signal(SIGKILL)
        _ = first.program.end()
        let left = try names().filter { $0.hasSuffix(".jsonl") }
        #expect(left.count == 1 && left.allSatisfy { $0.contains("Z-lab-3.jsonl") }, "\(left)")
        // A compression that was cut off as well.
        try Data("x".utf8).write(to: folder.appending(path: left[0] + ".gz.partial"))
        #expect(try loads() == 172)

        let second = try proxy("--segment-size", "64K")
        #expect(try holds { try names().contains(left[0] + ".gz") })
        try load(30, through: second)
        #expect(second.program.stop() == 0, "\(second.program.errors)")
        #expect(second.program.errors.contains("the recording is in \(folder.path)/; next:"))
        let segments = try names()
        #expect(segments.count >= 6 && segments.allSatisfy { $0.hasSuffix("Z-lab-3.jsonl.gz") }, "\(segments)")
        #expect(try loads() == 203)
        try eachSegmentIsJudgedAlone()

        func gaps() throws -> [String] {
            (try report(folder.path).json["gaps"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
        }
        #expect(try !gaps().contains("missing-segments"))
        try FileManager.default.removeItem(at: folder.appending(path: segments[1]))
        #expect(try gaps().contains("missing-segments"))
    }

    /// The facts of the tunnels were found out once, and are in each segment that has one of its decisions.
    private func eachSegmentIsJudgedAlone() throws {
        let policy = folder.appending(path: "policy.json")
        try Data("{}".utf8).write(to: policy)
        var tunnels = 0
        for name in try names() where name != "policy.json" {
            let file = folder.appending(path: name).path
            let anew = try report(file, "--policy", policy.path)
            if anew.status == 65 {
                #expect(anew.errors.contains("holds no decision"), "\(anew.errors)")
                continue
            }
            // That the decision on a load is in an earlier segment is no gap. That it ends in a later one is.
            let gaps = (anew.json["gaps"] as? [[String: Any]])?.compactMap { $0["kind"] as? String }
            #expect(gaps?.allSatisfy { $0 == "missing-ends" } == true, "\(name): \(anew.json["gaps"] ?? "no report")")
            let text = try Program("/bin/zcat", [file])
            #expect(text.end() == 0)
            let decisions = text.output.split(separator: "\n").filter { $0.contains("\"event\":\"decision\"") }
            for decision in decisions {
                guard let facts = decision.firstMatch(of: #/"facts":"(sha256:[0-9a-f]+)"/#)?.1 else { continue }
                tunnels += 1
                #expect(text.output.contains("\"event\":\"facts\",\"id\":\"\(facts)\""), "\(name)")
            }
        }
        #expect(tunnels >= 3)
    }

    /// A file that cannot grow, as on a full disk: events wait, and go into the next segment. None is lost.
    @Test func whatOneSegmentDoesNotTakeGoesIntoTheNext() throws {
        defer { removeFolder() }
        let program = try Program(
            "/bin/bash",
            [
                "-c", "ulimit -f 20; exec \"$0\" \"$@\"", Repository.program, "serve", "--listen", "127.0.0.1:0",
                "--mode", "observe", "--examine", "needed", "--events", folder.path + "/", "--ca-file", site.root,
            ] + site.resolve)
        #expect(holds { program.errors.contains("listening on ") }, "\(program.errors)")
        let port = try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)).1
        let url = try site.url("origin", "/[1-60]", scheme: "http")
        #expect(try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)", url]).status == 200)
        #expect(holds { program.errors.contains("cannot write events to \(folder.path)/") }, "\(program.errors)")
        #expect(program.errors.contains("File too large"))
        let isWhole = try holds {
            program.signal(SIGHUP)
            return try loads() == 60
        }
        #expect(isWhole)
        #expect(program.stop() == 0, "\(program.errors)")
        #expect(try loads() == 60)
    }

    @Test func readersSayWhatIsWrongWithADirectory() throws {
        defer { removeFolder() }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let empty = try report(folder.path)
        #expect(empty.status == 65)
        #expect(
            empty.errors == "atsproxy: \(folder.path) holds no recording: no file in it has a name that ends in .jsonl "
                + "or .jsonl.gz. Give captures by the names of their files.\n")
        let run = try Program(Repository.program, ["run", "--events", folder.path + "/", "--", "/bin/true"])
        #expect(run.end() == 65)
        #expect(run.errors.contains("\(folder.path)/ is a directory, and a run is recorded in one file"))
        let missing = try Program(
            Repository.program,
            ["serve", "--listen", "127.0.0.1:0", "--console", "off", "--events", "/nowhere/at/all/"])
        #expect(missing.end() == 65)
        #expect(missing.errors.contains("The events cannot be written to /nowhere/at/all/: No such file or directory."))
    }
}
