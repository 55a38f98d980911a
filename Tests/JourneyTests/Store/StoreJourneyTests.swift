import Foundation
import Testing

/// Recordings in a real PostgreSQL server: pushed by a program that is killed, over connections that break, to a server
/// that restarts, and asked for reports.
@Suite(.serialized, .enabled(if: PostgreSQLServer.isWanted)) struct StoreJourneyTests {
    /// A lab of two proxies over the end of a month.
    private static let lab = Result {
        try StoreLab(
            "--devices", "10", "--loads", "150", "--hosts", "30", "--builds", "3", "--days", "3", "--start",
            "2026-10-30")
    }

    @Test func aStoreAnswersAsItsRecordingsDo() throws {
        let lab = try Self.lab.get()
        let server = try StoreClient()
        #expect(try server.run("init").errors.contains("created"))
        #expect(try server.run("init").errors.contains("exists already"))
        let pushed = try server.run("push", adding: lab.directories)
        #expect(pushed.status == 0, "\(pushed.errors)")
        #expect(try server.run("push", adding: lab.directories).errors.contains("nothing is new"))
        try expectEqualReports(server, lab)
        // Sums of months are used, and hold.
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.months WHERE through > month") == "2")
        for filter in [
            ["--app", "courier"], ["--build", "100"], ["--label", "checkout"], ["--since", "2026-10-31"],
        ]
            + [["--until", "2026-10-31", "--app", "Shopfront"]]
        {
            let stored = try server.report(["--format", "json"] + filter)
            let recorded = try server.report(["--format", "json"] + filter, of: lab.directories)
            #expect(stored.output == recorded.output, "\(filter) \(stored.errors) \(recorded.errors)")
        }
        let one = try server.report(["--format", "json", "--proxy", "lab-2"])
        #expect(try server.report(["--format", "json"], of: [lab.directories[1]]).output == one.output)
        let none = try server.report(["--app", "Nobody"])
        #expect(none.status == 65 && none.errors.contains("holds no load of this choice"), "\(none.errors)")
    }

    @Test func judgingAnewFromAStoreIsJudgingTheRecordingsAnew() throws {
        let lab = try Self.lab.get()
        let server = try StoreClient()
        _ = try server.run("init")
        _ = try server.run("push", adding: lab.directories)
        let options = ["--os", "ios26", "--compare", "--format", "json"]
        #expect(try server.report(options).output == server.report(options, of: lab.directories).output)
        let advice = try server.answer("advise", ["--format", "json"])
        #expect(try server.answer("advise", ["--format", "json"], of: lab.directories).output == advice.output)
        #expect(!advice.output.isEmpty)
    }

    @Test func whatIsKilledAndRestartedCountsNothingTwice() throws {
        let lab = try Self.lab.get()
        let server = try StoreClient()
        _ = try server.run("init")
        var random = SystemRandomNumberGenerator()
        for round in 0..<12 {
            let pushers = try lab.directories.map { try server.program("push", adding: [$0]) }
            Thread.sleep(forTimeInterval: Double.random(in: 0.02..<0.6, using: &random))
            if round % 4 == 3 {
                server.database.kill()
                for pusher in pushers { #expect([0, 69].contains(pusher.end()), "\(pusher.errors)") }
                try server.database.start()
            } else {
                for pusher in pushers { pusher.signal(SIGKILL) }
                for pusher in pushers { _ = pusher.end() }
            }
        }
        // Two programs push the same recordings at the same time.
        let pushers = try (0..<2).map { _ in try server.program("push", adding: lab.directories) }
        for pusher in pushers { #expect(pusher.end() == 0, "\(pusher.errors)") }
        try expectEqualReports(server, lab)
    }

    @Test func aFollowingPushGoesOnAfterEveryBreak() throws {
        let lab = try Self.lab.get()
        let server = try StoreClient()
        _ = try server.run("init")
        let relay = try BreakingRelay(to: server.database.port)
        let growing = FileManager.default.temporaryDirectory.appending(path: "growing-\(UUID().uuidString)")
        defer { _ = try? PostgreSQLServer.run("/bin/rm", ["-rf", growing.path]) }
        try FileManager.default.createDirectory(at: growing, withIntermediateDirectories: true)
        let follower = try server.program(
            "push", adding: [growing.path, "--follow", "--interval", "0.1"], port: relay.port)
        let segments = try FileManager.default.contentsOfDirectory(atPath: lab.directories[0]).sorted().prefix(4)
        for (number, name) in segments.enumerated() {
            try grow(lab.directories[0] + "/" + name, in: growing, breaking: number.isMultiple(of: 2) ? relay : nil)
            if number == 1 {
                server.database.kill()
                Thread.sleep(forTimeInterval: 0.3)
                try server.database.start()
            }
        }
        let recorded = try server.report(["--format", "json"], of: [growing.path])
        #expect(holds { (try? server.report(["--format", "json"]).output) == recorded.output })
        follower.stop()
        #expect(follower.errors.contains("Trying again until it is there."), "\(follower.errors)")
        #expect(follower.errors.contains("the store is there again."), "\(follower.errors)")
        #expect(!recorded.output.isEmpty)
    }

    /// Writes a segment piece by piece, not at the ends of lines, and compresses it at the end.
    private func grow(_ segment: String, in folder: URL, breaking relay: BreakingRelay?) throws {
        let isCompressed = segment.hasSuffix(".gz")
        let text = try PostgreSQLServer.run(isCompressed ? "/usr/bin/zcat" : "/bin/cat", [segment])
        let name = URL(filePath: segment).lastPathComponent.replacing(".gz", with: "")
        let file = folder.appending(path: name)
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let bytes = Data(text.utf8)
        let size = bytes.count / 5 + 1
        for start in stride(from: 0, to: bytes.count, by: size) {
            try handle.write(contentsOf: bytes[start..<min(start + size, bytes.count)])
            Thread.sleep(forTimeInterval: 0.1)
            relay?.breakConnections()
        }
        try handle.close()
        if isCompressed { try PostgreSQLServer.run("/usr/bin/gzip", [file.path]) }
    }

    private func expectEqualReports(_ server: StoreClient, _ lab: StoreLab) throws {
        for format in ["json", "text", "csv"] {
            let stored = try server.report(["--format", format])
            let recorded = try server.report(["--format", format], of: lab.directories)
            #expect(stored.errors == recorded.errors && stored.status == recorded.status, "\(stored.errors)")
            #expect(!recorded.output.isEmpty && stored.output == recorded.output, "the \(format) reports differ")
        }
    }
}
