import Foundation
import Testing

/// Recordings in a real PostgreSQL server: what the store answers, and what it counts if programs and servers are killed.
@Suite(.serialized) struct StoreJourneyTests {
    /// A lab of two proxies over the end of a month.
    private static let lab = Result {
        try StoreLab(
            "--devices", "6", "--loads", "50", "--hosts", "20", "--builds", "3", "--days", "3", "--start",
            "2026-10-30", "--segments", "4")
    }

    @Test func aStoreAnswersAsItsRecordingsDo() throws {
        let lab = try Self.lab.get()
        let server = try StoreClient()
        #expect(try server.run("init").errors.contains("created"))
        #expect(try server.run("init").errors.contains("exists already"))
        let pushed = try server.run("push", adding: lab.directories)
        #expect(pushed.status == 0, "\(pushed.errors)")
        #expect(try server.run("push", adding: lab.directories).errors.contains("nothing new to push"))
        for format in ["json", "text", "csv"] { try server.expectEqualReports(["--format", format], lab.directories) }
        // Sums of months are used, and hold.
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.months WHERE through > month") == "2")
        for filter in [
            ["--app", "courier"], ["--build", "400"], ["--label", "checkout"], ["--label", ""],
            ["--until", "2026-10-31", "--app", "Shopfront"],
        ] {
            try server.expectEqualReports(["--format", "json"] + filter, lab.directories)
        }
        try condensedRecordingsChooseLoadsWithoutTestCase(server, lab)
        let one = try server.report(["--format", "json", "--proxy", "lab-2"])
        #expect(try server.report(["--format", "json"], of: [lab.directories[1]]).output == one.output)
        try judgingAnewIsJudgingTheRecordingsAnew(server, lab)
        try whatMatchesNothingIsNamed(server)
        try rolesMayDoWhatTheyAreFor(server, lab)
    }

    /// `--label ""` chooses the same in recordings, in a condensed recording, and in an export.
    private func condensedRecordingsChooseLoadsWithoutTestCase(_ server: StoreClient, _ lab: StoreLab) throws {
        let options = ["--format", "json", "--label", ""]
        let condensed = lab.folder.appending(path: "lab.condensed").path
        defer { unlink(condensed) }
        let program = try Program(Repository.program, ["condense", "--output", condensed] + lab.directories)
        #expect(program.end() == 0)
        let recorded = try server.report(options, of: lab.directories).output
        #expect(try !recorded.isEmpty && server.report(options, of: [condensed]).output == recorded)
        let exported = try server.run("export", adding: ["--label", "", "--output", condensed])
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(try server.report(["--format", "json"], of: [condensed]).output.contains("\"loads\""))
        let labels = try String(contentsOfFile: condensed, encoding: .utf8).matches(
            of: #/"event":"loads".*"label":"[^"]/#)
        #expect(labels.isEmpty)
    }

    private func judgingAnewIsJudgingTheRecordingsAnew(_ server: StoreClient, _ lab: StoreLab) throws {
        try server.expectEqualReports(["--os", "ios26", "--compare", "--format", "json"], lab.directories)
        let advice = try server.answer("advise", ["--format", "json"])
        #expect(try server.answer("advise", ["--format", "json"], of: lab.directories).output == advice.output)
        #expect(!advice.output.isEmpty)
    }

    private func whatMatchesNothingIsNamed(_ server: StoreClient) throws {
        let none = try server.report(["--app", "Nobody", "--since", "2026-10-31"])
        let sentence = "holds no load that matches --app Nobody and --since 2026-10-31."
        #expect(none.status == 65 && none.errors.contains(sentence), "\(none.errors)")
        let program = FileManager.default.temporaryDirectory.appending(path: "alone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: program, withIntermediateDirectories: true)
        defer { _ = try? PostgreSQLServer.run("/bin/rm", ["-rf", program.path]) }
        let copy = program.appending(path: "atsproxy").path
        try PostgreSQLServer.run("/bin/cp", [Repository.program, copy])
        let alone = try Program(copy, ["report", "--store", "lab"], environment: ["PATH": "/usr/bin"])
        #expect(alone.end() == 69 && alone.errors.contains("--store needs the program atsproxy-store"))
        #expect(alone.errors.split(separator: "\n").count == 1, "\(alone.errors)")
        for (end, sentence) in [("exit 1", "ended with status 1"), ("kill -9 $$", "was ended by signal 9")] {
            let other = copy + "-store"
            try "#!/bin/sh\n\(end)\n".write(toFile: other, atomically: true, encoding: .utf8)
            try PostgreSQLServer.run("/bin/chmod", ["755", other])
            let asked = try Program(copy, ["report", "--store", "lab"])
            #expect(asked.end() == 70 && asked.errors.contains("atsproxy-store \(sentence)"), "\(asked.errors)")
        }
    }

    /// The roles of `postgresql-roles.sql`: one adds and cannot remove, the other reads alone.
    private func rolesMayDoWhatTheyAreFor(_ server: StoreClient, _ lab: StoreLab) throws {
        try server.database.ask("ALTER ROLE lab CREATEROLE", database: "postgres")
        let roles = Repository.root.appending(path: "config/fleet/postgresql-roles.sql").path
        for _ in 1...2 {
            try PostgreSQLServer.run(
                "/usr/bin/psql",
                ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", roles, server.database.url()],
                environment: server.database.variables())
        }
        for role in ["push", "read"] {
            try server.database.ask(
                """
                CREATE ROLE only_\(role) LOGIN PASSWORD 'x' IN ROLE atsproxy_\(role);
                """)
        }
        let recording = lab.folder.appending(path: "another.jsonl")
        defer { unlink(recording.path) }
        try StoreFaultJourneyTests.recording().write(to: recording, atomically: true, encoding: .utf8)
        let cases: [(role: String, command: String, arguments: [String], status: Int32)] = [
            ("read", "status", [], 0), ("read", "export", ["--add-up-days"], 0), ("read", "push", [recording.path], 69),
            ("push", "push", [recording.path], 0), ("push", "prune", ["--before", "2026-11-01"], 69),
            ("read", "prune", ["--before", "2026-11-01"], 69),
        ]
        for (role, command, arguments, status) in cases {
            let url = "postgresql://only_\(role)@localhost:\(server.database.port)/lab?hostaddr=127.0.0.1"
            let answer = try server.run(command, adding: arguments, url: url, environment: ["PGPASSWORD": "x"])
            #expect(answer.status == status, "\(role) \(command): \(answer.errors)")
            #expect(
                status == 0 || ["permission denied", "must be owner"].contains { answer.errors.contains($0) },
                "\(answer.errors)")
        }
        #expect(try server.database.ask("SELECT sum(decisions) FROM atsproxy.loads WHERE day = '2026-11-20'") == "3")
    }

    @Test func whatIsKilledAndRestartedCountsNothingTwice() throws {
        let lab = try Self.lab.get()
        let server = try StoreClient()
        _ = try server.run("init")
        var random = SystemRandomNumberGenerator()
        for round in 0..<9 {
            let pushers = try lab.directories.map { try server.program("push", adding: [$0, "--batch-size", "65536"]) }
            Thread.sleep(forTimeInterval: Double.random(in: 0.02..<0.5, using: &random))
            if round % 3 == 2 {
                server.database.kill()
                for pusher in pushers { #expect([0, 69].contains(pusher.end()), "\(pusher.errors)") }
                try server.database.start()
            } else {
                for pusher in pushers { pusher.signal(SIGKILL) }
                for pusher in pushers { _ = pusher.end() }
            }
        }
        // Two programs push the same recordings at the same time.
        let pushers = try (0..<2).map { _ in
            try server.program("push", adding: lab.directories + ["--batch-size", "65536"])
        }
        for pusher in pushers { #expect(pusher.end() == 0, "\(pusher.errors)") }
        for format in ["json", "csv"] { try server.expectEqualReports(["--format", format], lab.directories) }
        try server.expectEqualCounts(lab.directories)
    }

    /// Each kill comes after a batch of the recording that was counted, and before the next one is.
    @Test func aKillBetweenTwoBatchesOfARecordingCountsNothingTwice() throws {
        let lab = try StoreLab("--devices", "6", "--loads", "60", "--hosts", "20", "--segments", "1")
        let directories = [lab.directories[0]]
        let server = try StoreClient()
        _ = try server.run("init")
        try server.database.ask(
            """
            CREATE FUNCTION atsproxy.slow() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
            CREATE TRIGGER slow BEFORE UPDATE ON atsproxy.recordings FOR EACH ROW EXECUTE FUNCTION atsproxy.slow()
            """)
        let file = try #require(try server.files(of: directories).first)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        var position = 0
        for _ in 1...4 {
            let pusher = try server.program("push", adding: [file, "--batch-size", "32768"])
            let before = position
            #expect(
                try holds {
                    let counted = try server.database.ask("SELECT max(position) FROM atsproxy.recordings")
                    position = Int(counted) ?? 0
                    return position > before
                })
            pusher.signal(SIGKILL)
            _ = pusher.end()
            #expect(position < size)
        }
        try server.database.ask("DROP TRIGGER slow ON atsproxy.recordings")
        #expect(try server.run("push", adding: [file]).status == 0)
        try server.expectEqualReports(["--format", "json"], directories)
        try server.expectEqualCounts(directories)
    }

    /// A last line without its line feed is counted once the recording is complete, by a batch that adds no bytes.
    @Test func twoProgramsCountTheLastLineOfARecordingOnce() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let lines = StoreFaultJourneyTests.recording().split(separator: "\n").prefix(3).joined(separator: "\n")
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
        defer { _ = try? PostgreSQLServer.run("/bin/rm", ["-f", file, file + ".gz"]) }
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try server.run("push", adding: [file]).errors.contains("pushed 1 decision of"))
        try PostgreSQLServer.run("/bin/gzip", [file])
        try server.database.ask(
            """
            CREATE FUNCTION atsproxy.slow() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$;
            CREATE TRIGGER slow BEFORE UPDATE ON atsproxy.proxies FOR EACH ROW EXECUTE FUNCTION atsproxy.slow()
            """)
        let pushers = try (0..<2).map { _ in try server.program("push", adding: [file + ".gz"]) }
        for pusher in pushers { #expect(pusher.end() == 0, "\(pusher.errors)") }
        #expect(pushers.count { $0.errors.contains("pushed 1 decision of 1 recording") } == 1)
        #expect(pushers.count { $0.errors.contains("nothing new to push") } == 1)
        #expect(try server.database.ask("SELECT sum(decisions) FROM atsproxy.loads") == "2")
    }

    /// Names that look alike are different names, as in recordings.
    @Test func labelsOfOtherScalarsAreOtherLabels() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? PostgreSQLServer.run("/bin/rm", ["-rf", folder.path]) }
        let names = ["caf\u{E9}", "cafe\u{301}"]
        for (number, name) in names.enumerated() {
            let text = StoreFaultJourneyTests.recording().replacing(
                #""label":"checkout""#, with: #""label":"\#(name)""#
            )
            .replacing("01KAX", with: "01KA\(number)")
            try text.write(
                toFile: folder.appending(path: "\(number).jsonl").path, atomically: true, encoding: .utf8)
        }
        #expect(try server.run("push", adding: [folder.path]).status == 0)
        for name in names {
            let (stored, recorded) = (
                try server.report(["--format", "csv", "--label", name]),
                try server.report(["--format", "csv", "--label", name], of: [folder.path])
            )
            #expect(stored.output == recorded.output && !stored.output.isEmpty, "\(stored.errors)")
        }
    }

    /// A test case without loads is in reports, until its day is pruned. Filters that choose more than test cases leave it
    /// out, as with recordings.
    @Test func labelsWithoutLoadsAreStored() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let file = try StoreFaultJourneyTests.recordingFile()
        defer { unlink(file.path) }
        let named = ["checkout", "empty", "none"].map { name in
            #"{"time":"2026-11-20T09:00:00.000Z","event":"label","label":"\#(name)","listener":"l","client":"192.0.2.1"}"#
        }
        let text = named.joined(separator: "\n") + "\n" + (try String(contentsOf: file, encoding: .utf8))
        try text.write(to: file, atomically: true, encoding: .utf8)
        #expect(try server.run("push", adding: [file.path]).status == 0)
        for filter in [[], ["--label", "checkout"], ["--app", "checkout"]] {
            try server.expectEqualReports(["--format", "json"] + filter, [file.path])
        }
        #expect(try server.report(["--verbose"]).output.contains("2 test cases made no load: empty, none."))
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.labels WHERE body LIKE '%192.0.2.1%'") == "0")
        // An open recording may go on to refer to what it has named.
        for (isComplete, left) in [("false", "3"), ("true", "0")] {
            try server.database.ask("UPDATE atsproxy.recordings SET is_complete = \(isComplete)")
            #expect(try server.run("prune", adding: ["--before", "2026-11-22"]).status == 0)
            #expect(try server.database.ask("SELECT count(*) FROM atsproxy.labels") == left)
        }
    }
}
