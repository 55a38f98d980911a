import Foundation
import Testing

/// What the programs of the store say if something is not as it should be.
@Suite(.serialized) struct StoreFaultJourneyTests {
    @Test func eachTroubleIsOneSentence() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let recording = try Self.recordingFile()
        defer { _ = try? PostgreSQLServer.run("/bin/rm", ["-f", recording.path]) }
        let before = try Data(contentsOf: recording)
        let wrong = try server.database.variables(password: "wrong")
        let cases: [(url: String?, environment: [String: String]?, status: Int32, sentence: String)] = [
            (nil, wrong, 69, "password authentication failed"),
            ("postgresql://lab@127.0.0.1:1/lab", nil, 69, "refused"),
            ("postgresql://lab@localhost:\(server.database.port)/other", nil, 69, "does not exist"),
            ("postgresql://lab:secret@localhost/lab", nil, 64, "contains a password"),
            ("host=localhost password=secret", nil, 64, "PGPASSFILE"),
            ("postgresql://lab:secret@[::1", nil, 64, "is not valid"),
            ("http://lab:secret@localhost/lab", nil, 64, "its scheme is neither"),
            ("postgresql//localhost/lab", nil, 64, "misspelt URL"),
            ("postgres:/localhost/lab", nil, 64, "misspelt URL"),
            ("postgresql://lab@localhost:port/lab", nil, 64, "its port is no number"),
            ("postgresql://lab@localhost/lab?sslmode=never", nil, 64, "invalid sslmode value"),
            ("host=a,b port=1,2,3", nil, 64, "could not match"),
            (server.database.url("sslmode=verify-full"), nil, 69, "root certificate"),
        ]
        for (url, environment, status, sentence) in cases {
            let answer = try server.run("push", adding: [recording.path], url: url, environment: environment)
            #expect(answer.status == status && answer.errors.contains(sentence), "\(url ?? ""): \(answer.errors)")
            #expect(answer.errors.split(separator: "\n").count == 1 && answer.output.isEmpty, "\(answer.errors)")
            #expect(!answer.errors.contains("secret") && !answer.errors.contains(PostgreSQLServer.password))
        }
        #expect(try Data(contentsOf: recording) == before)
        let asked = try Program(
            Repository.program, ["report", "--store", "postgresql://lab@127.0.0.1:1/lab"])
        #expect(asked.end() == 69 && asked.errors.contains("refused") && asked.output.isEmpty)
        #expect(try server.run("status", url: "").status == 64)
        for (option, time) in [
            ("--since", "2026-11-20T08:00:00Z"), ("--since", "5h"), ("--until", "2026-11-20T00:00:00Z"),
        ] {
            let answer = try server.report([option, time])
            #expect(answer.status == 64 && answer.errors.contains("a time within a day"), "\(answer.errors)")
        }
    }

    @Test func theCertificateOfTheServerIsChecked() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        for (name, status) in [("server", 0), ("other", 69)] as [(String, Int32)] {
            let root = server.database.folder.appending(path: "\(name).pem").path
            let answer = try server.run("status", url: server.database.url("sslmode=verify-full&sslrootcert=\(root)"))
            #expect(answer.status == status, "\(name): \(answer.errors)")
        }
        let root = server.database.folder.appending(path: "server.pem").path
        for (mode, status) in [("verify-ca", 0), ("verify-full", 69)] as [(String, Int32)] {
            let url = server.database.url("sslmode=\(mode)&sslrootcert=\(root)", host: "store.example")
            let answer = try server.run("status", url: url)
            #expect(answer.status == status, "\(mode): \(answer.errors)")
            #expect(answer.errors.contains("does not match host name") == (status != 0), "\(answer.errors)")
        }
    }

    /// Sums of months wait for batches, and need what these have committed meanwhile.
    @Test func transactionsThatWriteSeeWhatOthersHaveCommitted() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        try server.database.ask(
            """
            ALTER DATABASE lab SET default_transaction_isolation = 'serializable';
            CREATE FUNCTION atsproxy.check_isolation() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF current_setting('transaction_isolation') <> 'read committed' THEN RAISE 'another isolation'; END IF;
                RETURN NEW;
            END $$;
            CREATE TRIGGER check_isolation BEFORE INSERT OR UPDATE ON atsproxy.months
                FOR EACH ROW EXECUTE FUNCTION atsproxy.check_isolation();
            CREATE TRIGGER check_isolation BEFORE INSERT ON atsproxy.recordings
                FOR EACH ROW EXECUTE FUNCTION atsproxy.check_isolation()
            """)
        #expect(try server.database.ask("SHOW transaction_isolation") == "serializable")
        let answer = try server.run("push", adding: [try Self.recordingFile().path])
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.recordings") == "1")
    }

    @Test func storesOfOtherVersionsAreLeftAlone() throws {
        let server = try StoreClient()
        let missing = try server.run("status")
        #expect(missing.status == 65 && missing.errors.contains("atsproxy-store init"), "\(missing.errors)")
        _ = try server.run("init")
        try server.database.ask("INSERT INTO atsproxy.schema_version (version) VALUES (99)")
        let recording = try Self.recordingFile()
        for command in ["init", "push", "export", "status"] {
            let answer = try server.run(command, adding: command == "push" ? [recording.path] : [])
            #expect(answer.status == 65 && answer.errors.contains("version 99"), "\(command): \(answer.errors)")
            #expect(answer.output.isEmpty)
        }
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.recordings") == "0")
    }

    @Test func aStoreThatHasLostATableIsLeftAlone() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        #expect(try server.run("init").status == 0)
        for (loss, table) in [
            ("DELETE FROM atsproxy.schema_version", "schema_version"), ("DROP TABLE atsproxy.loads CASCADE", "loads"),
        ] {
            try server.database.ask(loss)
            let answer = try server.run("init")
            #expect(
                answer.status == 65 && answer.errors.contains("lost its table atsproxy.\(table),"), "\(answer.errors)")
            try server.database.ask("INSERT INTO atsproxy.schema_version (version) VALUES (6) ON CONFLICT DO NOTHING")
        }
    }

    @Test func recordingsThatAreNoneAreNamedAndTheOthersPushed() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let recording = try Self.recordingFile()
        let other = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        try "no event\nneither\n".write(to: other, atomically: true, encoding: .utf8)
        let answer = try server.run("push", adding: ["/nowhere", other.path, recording.path])
        #expect(answer.status == 65 && answer.errors.contains("/nowhere cannot be read"))
        #expect(
            answer.errors.contains("\(other.path) is not a recording") && answer.errors.contains("pushed 3 decisions"))
        #expect(try server.database.ask("SELECT sum(decisions) FROM atsproxy.loads") == "3")
    }

    /// A wrong path in a timer's command must not go unnoticed.
    @Test func nothingToPushOrToExportIsAFault() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let folder = FileManager.default.temporaryDirectory.appending(path: "empty-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pushed = try server.run("push", adding: [folder.path])
        #expect(pushed.status == 65 && pushed.errors.contains("\(folder.path) holds no load."), "\(pushed.errors)")
        let output = folder.appending(path: "nothing.condensed").path
        let exported = try server.run("export", adding: ["--app", "Nobody", "--output", output])
        #expect(exported.status == 65 && exported.errors.contains("holds no load that matches"), "\(exported.errors)")
        #expect(!FileManager.default.fileExists(atPath: output))
        let piped = try server.run("export", adding: ["--app", "Nobody", "--output", "-"])
        #expect(piped.status == 0 && piped.output.hasPrefix(#"{"event":"condensed""#))
    }

    @Test func whatTheServerRefusesForItsContentIsSetAside() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        try server.database.ask(
            """
            CREATE FUNCTION atsproxy.refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE 'no such content' USING ERRCODE = '22021'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON atsproxy.recordings FOR EACH ROW
                WHEN (NEW.lines < 6) EXECUTE FUNCTION atsproxy.refuse()
            """)
        let (refused, pushed) = (try Self.recordingFile(lines: 4), try Self.recordingFile())
        let answer = try server.run("push", adding: [refused.path, pushed.path])
        #expect(answer.status == 65 && answer.errors.contains("\(refused.path) is set aside: "), "\(answer.errors)")
        #expect(
            answer.errors.contains("no such content (SQLSTATE 22021)") && answer.errors.contains("pushed 3 decisions"))
        #expect(try server.database.ask("SELECT sum(decisions) FROM atsproxy.loads") == "3")
    }

    @Test func namesOfAnyKindComeBackAsTheyWere() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let names = [
            "'; DROP TABLE atsproxy.loads; --", "a\\\"b", "tab\\tline\\nend", "\\\\N", "zero\\u0000byte",
            "{a,\\\"b\\\"}",
            "\\u2400", "\\u24000", "$1", "%s", "\\\\.", "e\\u0301",
        ]
        let recording = try Self.recordingFile(names)
        let pushed = try server.run("push", adding: [recording.path])
        #expect(pushed.status == 0, "\(pushed.errors)")
        let stored = try server.report(["--format", "json"])
        #expect(try stored.output == server.report(["--format", "json"], of: [recording.path]).output)
        #expect(stored.output.contains("DROP TABLE"))
        for name in ["'; DROP TABLE atsproxy.loads; --", "a\"b", "tab\tline\nend"] {
            for option in name.hasPrefix("'") ? ["--label", "--app", "--build"] : ["--label"] {
                let chosen = try server.report(["--format", "json", option, name])
                let recorded = try server.report(["--format", "json", option, name], of: [recording.path])
                #expect(
                    chosen.output == recorded.output && !chosen.output.isEmpty, "\(option) \(name) \(chosen.errors)")
            }
        }
    }

    @Test(.enabled(if: Volume.isPossible, "This system allows no mount."))
    func aFullDiskStopsAPushUntilThereIsRoom() throws {
        let server = try StoreClient()
        // What a full disk is to a server, a small file system in memory is as well.
        let volume = try Volume(at: server.database.folder.appending(path: "volume"))
        try PostgreSQLServer.own(volume.folder)
        try server.database.ask("CREATE TABLESPACE small LOCATION '\(volume.folder.path)'", database: "postgres")
        try server.database.ask("ALTER DATABASE lab SET TABLESPACE small", database: "postgres")
        _ = try server.run("init")
        let lab = try StoreLab("--devices", "6", "--loads", "50", "--hosts", "20", "--builds", "3", "--days", "2")
        let ballast = volume.folder.appending(path: "ballast").path
        // dd fails because there is no room, and leaves nothing free but what is given back here.
        _ = try? PostgreSQLServer.run("/bin/dd", ["if=/dev/zero", "of=\(ballast)", "bs=64K"])
        try PostgreSQLServer.run("/usr/bin/truncate", ["--size=-128K", ballast])
        let full = try server.run("push", adding: lab.directories)
        #expect(full.status == 69 && full.errors.contains("No space left on device"), "\(full.errors)")
        try FileManager.default.removeItem(atPath: ballast)
        #expect(try server.run("push", adding: lab.directories).status == 0)
        let stored = try server.report(["--format", "json"])
        #expect(try stored.output == server.report(["--format", "json"], of: lab.directories).output)
        withExtendedLifetime(volume) {}
    }

    /// A recording of three loads whose labels, apps and builds are the names, which are in JSON's spelling.
    static func recording(_ names: [String] = ["checkout"]) -> String {
        var lines = ""
        for (number, name) in (names.count > 2 ? names : names + names + names).enumerated() {
            let id = "01KAXXXXXXXXXXXXXXXXXXXX\(10 + number)"
            lines += """
                {"time":"2026-11-20T10:00:\(10 + number).000Z","event":"decision","id":"\(id)","listener":"127.0.0.1:8080",\
                "client":"192.0.2.\(number + 1):5000","user":"\(name)","app":{"name":"\(name)","version":"\(name)",\
                "api":"URLSession","os":"ios18.1","userAgent":"x"},"label":"\(name)","method":"GET","scheme":"http",\
                "host":"example.com","port":80,"path":"/\(name)","address":null,"mode":"observe","decision":"allowed",\
                "policy":null,"facts":null,"tls":null,"violations":[],"warnings":[],"notes":[],"error":null}
                {"time":"2026-11-20T10:00:\(10 + number).500Z","event":"closed","id":"\(id)","bytesFromClient":10,\
                "bytesFromServer":200,"durationMilliseconds":500,"endedBy":"client","how":"end"}

                """
        }
        return lines
    }

    /// The recording as a file, or its first lines.
    static func recordingFile(_ names: [String] = ["checkout"], lines: Int = .max) throws -> URL {
        let text = recording(names).split(separator: "\n").prefix(lines).joined(separator: "\n") + "\n"
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }
}
