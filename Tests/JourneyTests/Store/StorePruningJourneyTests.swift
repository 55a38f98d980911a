import Foundation
import Testing

/// What is left of a store after a removal of old loads.
@Suite(.serialized) struct StorePruningJourneyTests {
    @Test func whatIsPrunedIsGoneAndTheRestIsAsBefore() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let lab = try StoreLab(
            "--devices", "4", "--loads", "30", "--hosts", "10", "--builds", "2", "--days", "4", "--start", "2026-10-29",
            "--segments", "4")
        _ = try server.run("push", adding: lab.directories)
        // Within a month, whose sums are forgotten, and then with a month's table.
        for day in ["2026-10-30", "2026-11-01"] {
            #expect(try server.run("prune", adding: ["--before", day]).status == 0)
            try Self.expectEqualRest(server, lab.directories, since: day)
            #expect(try server.database.ask("SELECT min(day) FROM atsproxy.loads") == day)
        }
        #expect(try server.database.ask("SELECT to_regclass('atsproxy.loads_2026_10')") == "")
        #expect(try server.run("push", adding: lab.directories).errors.contains("nothing new to push"))
        let status = try server.run("status", adding: ["--format", "json"])
        let object = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
        #expect((object?["proxies"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["lab-1", "lab-2"])
        #expect(try server.run("status").output.contains("lab-2: "))
        #expect(object?["first"] as? String == "2026-11-01T00:00:00.000Z")
        #expect(try server.run("prune", adding: ["--before", "yesterday"]).status == 64)
        #expect(try server.run("prune", adding: ["--before", "3650d"]).status == 0)
        let question = ["--since", "2026-10-20"]
        let sentence = "the loads of the days before 2026-11-01 were pruned."
        #expect(try server.run("export", adding: question).errors.contains(sentence))
        #expect(try server.report(question).errors.contains(sentence))
        #expect(try !server.run("export", adding: ["--since", "2026-11-01"]).errors.contains(sentence))
        let future = try server.run("prune", adding: ["--before", "2999-01-01"])
        #expect(future.status == 64 && future.errors.contains("is in the future"), "\(future.errors)")
    }

    /// A sum of a month keeps the least 1024 addresses of each kind, and rows of single proxies have others.
    @Test func devicesThatSumsLeaveOutAreKept() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        for proxy in 1...2 {
            let segment =
                #"{"time":"2026-11-10T09:00:00.000Z","event":"segment","id":"s\#(proxy)","proxy":"lab-\#(proxy)"}"#
            let decisions = (0..<1000).map { Self.decision(number: $0, of: proxy) }
            let file = try Self.file(([segment] + decisions).joined(separator: "\n") + "\n")
            #expect(try server.run("push", adding: [file.path]).status == 0)
        }
        #expect(
            try server.database.ask("SELECT count(*) FROM atsproxy.loads_by_month WHERE other_device_decisions = 976")
                == "1")
        let before = try server.run("export", adding: ["--proxy", "lab-2"]).output
        #expect(before.contains(#""10.2.3.231":1"#), "\(before.suffix(300))")
        #expect(try server.run("prune", adding: ["--before", "2026-11-01"]).status == 0)
        #expect(try server.run("export", adding: ["--proxy", "lab-2"]).output == before)
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.devices") == "2000")
        #expect(try server.run("prune", adding: ["--before", "2026-11-11"]).status == 0)
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.devices") == "0")
    }

    /// Policies stand at the beginning of a recording, and are sent once.
    @Test func whatARecordingThatGrowsMayReferToIsKept() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let lab = try StoreLab(
            "--devices", "4", "--loads", "30", "--hosts", "10", "--builds", "2", "--days", "12",
            "--start", "2026-11-01", "--segments", "1")
        let file = try #require(try server.files(of: lab.directories).first)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { $0 + "\n" }
        let old = lines.prefix { !$0.hasPrefix(#"{"time":"2026-11-10"#) }
        try old.joined().write(toFile: file, atomically: true, encoding: .utf8)
        _ = try server.run("push", adding: [file])
        #expect(try server.run("prune", adding: ["--before", "2026-11-10"]).status == 0)
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(lines.dropFirst(old.count).joined().utf8))
        try handle.close()
        #expect(try server.run("push", adding: [file]).status == 0)
        try Self.expectEqualRest(server, [lab.directories[0]], since: "2026-11-10")
        try PostgreSQLServer.run("/bin/gzip", [file])
        #expect(try server.run("push", adding: [file + ".gz"]).status == 0)
        #expect(try server.run("prune", adding: ["--before", "2026-11-13"]).status == 0)
        for table in ["policies", "trusts", "facts", "kinds", "devices"] {
            #expect(try server.database.ask("SELECT count(*) FROM atsproxy.\(table)") == "0", "\(table)")
        }
    }

    @Test func whatTheDNSSaysOfHostsWithLoadsIsKept() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        let services = ["example.com", "other.example"].map {
            #"{"time":"2026-11-01T10:00:00.000Z","event":"service","host":"\#($0)","port":443,"records":1,"#
                + #""alpn":["h3"],"http3":true,"ech":false}"# + "\n"
        }
        let file = try Self.file(services.joined() + StoreFaultJourneyTests.recording())
        try PostgreSQLServer.run("/bin/gzip", [file.path])
        #expect(try server.run("push", adding: [file.path + ".gz"]).status == 0)
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.services") == "2")
        #expect(try server.run("prune", adding: ["--before", "2026-11-15"]).status == 0)
        #expect(try server.database.ask("SELECT host FROM atsproxy.services") == "example.com")
        let stored = try server.report(["--format", "json"])
        #expect(try stored.output == server.report(["--format", "json"], of: [file.path + ".gz"]).output)
        #expect(stored.output.contains(#""http3":true"#))
    }

    @Test func whatIsPushedOfPrunedDaysIsLeftOut() throws {
        let server = try StoreClient()
        _ = try server.run("init")
        #expect(try server.run("prune", adding: ["--before", "2026-11-20"]).status == 0)
        let old = StoreFaultJourneyTests.recording().replacing("2026-11-20T", with: "2026-11-19T").replacing(
            "01KAX", with: "01KAY")
        // The first decision has no end.
        let lines = old.split(separator: "\n").enumerated().filter { $0.offset != 1 }.map(\.element)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        try (lines.joined(separator: "\n") + "\n" + StoreFaultJourneyTests.recording()).write(
            to: file, atomically: true, encoding: .utf8)
        let answer = try server.run("push", adding: [file.path])
        #expect(answer.status == 0 && answer.errors.contains("pushed 3 decisions"), "\(answer.errors)")
        #expect(answer.errors.contains("3 decisions of days that were pruned are left out"), "\(answer.errors)")
        #expect(try server.database.ask("SELECT sum(decisions), min(day) FROM atsproxy.loads") == "3|2026-11-20")
        #expect(try server.run("status").output.contains("before 2026-11-20 were pruned"))
    }

    /// Expects a report of the store to be that of the later days of recordings, apart from the numbers of their lines and
    /// from policies that no load is judged under, and each row to find what it refers to.
    private static func expectEqualRest(_ server: StoreClient, _ directories: [String], since day: String) throws {
        for options in [["--proxy", "lab-1"], ["--os", "ios26", "--compare"], []] {
            let recorded = options.first == "--proxy" ? [directories[0]] : directories
            let choice = options.first == "--proxy" ? [] : options
            let stored = try content(of: server.report(["--format", "json"] + options).output)
            let expected = try content(
                of: server.report(["--format", "json", "--since", day] + choice, of: recorded).output)
            #expect(stored == expected && !expected.isEmpty, "\(options) since \(day)")
        }
        for lost in [
            "kinds k WHERE k.policy IS NOT NULL AND NOT EXISTS (SELECT FROM atsproxy.policies p WHERE p.id = k.policy)",
            "kinds k WHERE k.facts IS NOT NULL AND NOT EXISTS (SELECT FROM atsproxy.facts f WHERE f.id = k.facts)",
            "facts f WHERE f.trust IS NOT NULL AND NOT EXISTS (SELECT FROM atsproxy.trusts t WHERE t.id = f.trust)",
            "loads l, unnest(l.devices) d WHERE NOT EXISTS (SELECT FROM atsproxy.devices k WHERE k.id = d)",
        ] {
            #expect(try server.database.ask("SELECT count(*) FROM atsproxy.\(lost)") == "0", "\(lost)")
        }
        #expect(try server.database.ask("SELECT count(*) FROM atsproxy.kinds WHERE policy IS NOT NULL") != "0")
    }

    /// The members of a report on loads.
    private static func content(of report: String) throws -> [String: String] {
        // A comparison has an object for each change on a line of its own.
        let lines = report.split(separator: "\n")
        let first = try #require(lines.first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
        var members = ["changes": lines.dropFirst().sorted().joined(separator: "\n")]
        for (name, value) in object where name != "sources" && name != "basis" {
            let data = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
            members[name] = String(decoding: data, as: UTF8.self)
        }
        return members
    }

    /// A decision on a load of one of 1000 devices of a proxy.
    private static func decision(number: Int, of proxy: Int) -> String {
        let id = "01KAX000000000000000\(proxy)" + String(10_000 + number)
        return """
            {"time":"2026-11-10T10:00:00.000Z","event":"decision","id":"\(id)","listener":"127.0.0.1:8080",\
            "client":"10.\(proxy).\(number / 256).\(number % 256):5000","user":null,"app":null,"method":"GET",\
            "scheme":"http","host":"example.com","port":80,"path":"/","address":null,"mode":"observe",\
            "decision":"allowed","policy":null,"facts":null,"tls":null,"violations":[],"warnings":[],"notes":[],\
            "error":null}
            """
    }

    private static func file(_ text: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }
}
