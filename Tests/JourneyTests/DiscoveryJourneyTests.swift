import Foundation
import Testing

/// `atsproxy check --discover` with a server whose answer the account chooses.
@Suite struct DiscoveryJourneyTests {
    private func check(_ options: String...) throws -> (status: Int32, output: String, errors: String) {
        let site = try Site.shared.get()
        let program = try Program(
            Repository.program, ["check", "--ca-file", site.root] + site.resolve + options)
        return (program.end(), program.output, program.errors)
    }

    private func account(_ kind: String) throws -> String {
        "\(kind)@discovery.test:\(try Site.shared.get().port("discovery"))"
    }

    private func objects(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    private func codes(_ output: String) throws -> [String] {
        let discovery = try #require(try objects(output).first { $0["event"] as? String == "discovery" })
        let findings = discovery["findings"] as? [[String: Any]] ?? []
        return findings.compactMap { $0["code"] as? String }
    }

    @Test func theServersOnTheWayAreJudged() throws {
        let result = try check("--format", "json", "--discover", account("good"))
        #expect(result.status == 0)
        let lines = try objects(result.output)
        #expect(lines.map { $0["event"] as? String } == ["discovery", "decision", "decision"])
        #expect(lines.dropFirst().map { $0["host"] as? String } == ["discovery.test", "good.test"])
        let policies = lines.dropFirst().map { ($0["policy"] as? [String: Any])?["os"] as? String }
        #expect(policies == ["system27", "system27"])
        let uses = lines.dropFirst().map { ($0["uses"] as? [[String: Any]])?.first?["activity"] as? String }
        #expect(uses == ["discovery", "enrollment"])
    }

    @Test(
        arguments: [
            ("redirect", [], 0), ("moved", [], 0), ("other", [], 0), ("temporary", [], 0), ("permanent", [], 0),
            ("sibling", [], 0), ("parent", [], 0), ("network", [], 0), ("absolute", [], 0),
            ("choices", ["http-status"], 2), ("chunked", [], 0), ("drops", ["lost-query"], 0),
            ("octets", ["content-type"], 2), ("rejects", ["http-status"], 2),
            ("tohttp", ["redirect-to-http", "not-asked"], 1), ("loop", ["redirect-loop"], 1),
            ("many", ["too-many-redirects"], 1), ("nowhere", ["redirect-target"], 1), ("html", ["html"], 1),
            ("type", ["content-type"], 2), ("malformed", ["not-json"], 1), ("empty", ["no-servers"], 1),
            ("version", ["unknown-version"], 2), ("cleartext", ["base-url-not-https"], 1),
            ("missing", ["not-found"], 2),
            ("forbidden", ["http-status"], 2), ("huge", ["too-large"], 2), ("gzip", ["content-coding"], 2),
            ("broken", ["broken-answer"], 2),
        ] as [(String, [String], Int32)])
    func eachAnswerHasItsFindings(kind: String, expected: [String], status: Int32) throws {
        let result = try check("--format", "json", "--discover", account(kind))
        #expect(try codes(result.output).filter { $0 != "without-query" } == expected)
        #expect(result.status == status)
    }

    /// The forms of the documents are those of vendors' instructions.
    @Test(
        arguments: [
            ("jamf", "iPhone", "mdm-byod", "/servicediscoveryenrollment/v1/userenroll"),
            ("jamf", "Mac", "mdm-adde", "/servicediscoveryenrollment/v1/deviceenroll"),
            ("intune", "iPad", "mdm-byod", "/EnrollmentServer/PostReportDeviceInfoForUEV2?…"),
            ("fleet", "iPhone", "mdm-byod", "/api/mdm/apple/account_driven_enroll"),
        ])
    func vendorsDocumentsAreRead(kind: String, family: String, version: String, path: String) throws {
        let port = try Site.shared.get().port("good")
        let result = try check("--model-family", family, "--discover", account(kind))
        let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(result.status == 0, "\(result)")
        #expect(text.contains("The document names \(version): https://good.test:\(port)\(path)."), "\(text)")
    }

    @Test func aNamedUsualPortIsTheServerItself() throws {
        let result = try check("--format", "json", "--discover", account("port"))
        let hosts = try objects(result.output).dropFirst().map { "\($0["host"] ?? ""):\($0["port"] ?? "")" }
        #expect(hosts.contains("good.test:443"), "\(result)")
    }

    /// A static file, and a redirection that keeps the query, as administrators write them for nginx.
    @Test(
        arguments: [
            (
                "alias FILE; default_type application/json; gzip on; gzip_types application/json; gzip_min_length 1;",
                [], 0
            ),
            ("alias FILE;", ["content-type"], 2), ("return 307 /kept$is_args$args;", [], 0),
            ("return 301 /kept;", ["lost-query"], 0), ("rewrite ^ /kept permanent;", [], 0),
            ("auth_basic mdm; auth_basic_user_file FILE;", ["http-status"], 2),
        ] as [(String, [String], Int32)])
    func nginxServesTheDocument(lines: String, expected: [String], status: Int32) throws {
        let (site, judged) = (try Site.shared.get(), try Site.judged.get())
        let file = FileManager.default.temporaryDirectory.appending(path: "remotemanagement-\(UUID().uuidString)")
        let base = "https://good.test:\(try site.port("good"))/enroll"
        try Data("{\"Servers\":[{\"Version\":\"mdm-byod\",\"BaseURL\":\"\(base)\"}]}".utf8).write(to: file)
        let server = try ConfiguredServer(
            .nginx, of: judged,
            lines: [
                "location = /.well-known/com.apple.remotemanagement { \(lines) }"
                    .replacingOccurrences(of: "FILE", with: file.path),
                "location = /kept { alias \(file.path); default_type application/json; }",
            ])
        let program = try Program(
            Repository.program,
            ["check", "--format", "json", "--ca-file", site.root, "--discover", "tls12.test:\(server.port)"]
                + judged.trust + site.resolve + ["--resolve", "tls12.test:*:127.0.0.1"])
        let ended = program.end()
        #expect(try codes(program.output).filter { $0 != "without-query" } == expected, "\(program.output)")
        #expect(ended == status, "\(program.output) \(program.errors)")
    }

    @Test func watchKeepsTheServersOfADiscoveryThatFails() throws {
        let site = try Site.shared.get()
        let state = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)").path
        var statuses: [Int32] = []
        func watched(_ kind: String, _ options: String...) throws -> (output: String, errors: String, memory: String) {
            let program = try Program(
                Repository.program,
                ["watch", "--state", state, "--ca-file", site.root] + site.resolve + ["--discover", account(kind)]
                    + options)
            statuses.append(program.end())
            let memory = try String(contentsOfFile: state + "/servers.json", encoding: .utf8)
            return (program.output, program.errors, memory)
        }
        let first = try watched("good")
        #expect(first.output.contains("2 servers"), "\(first)")
        #expect(first.memory.contains("good.test") && first.memory.contains("discovery.test"))
        let failed = try watched("missing")
        #expect(failed.output.contains(": discovery:") && !failed.errors.contains("not found"), "\(failed)")
        #expect(!failed.output.contains("no longer watched") && failed.memory.contains("good.test"))
        let notified = state + "/notified"
        let page = try watched("html", "--format", "json", "--notify", "cat >\(notified)")
        let lines = try objects(page.output)
        #expect(lines.map { $0["grade"] as? String } == ["worse", "better"], "\(page)")
        #expect(lines.map { $0["name"] as? String } == ["html", "not-found"], "\(page)")
        #expect(try String(contentsOfFile: notified, encoding: .utf8) == page.output)
        let (again, metrics) = (try watched("html", "--textfile", state + "/metrics"), state + "/metrics")
        #expect(again.output.isEmpty && again.errors.isEmpty, "\(again)")
        let sample = try String(contentsOfFile: metrics, encoding: .utf8).split(separator: "\n").filter {
            $0.contains("kind=\"discovery\"") && $0.hasSuffix(" 1")
        }
        #expect(sample.count == 1)
        #expect(try watched("html", "--format", "junit").output.contains("failures=\"1\""))
        #expect(try watched("good").output.contains("Better"))
        #expect(statuses == [0, 2, 1, 2, 2, 0])
    }

    @Test func aSlowAnswerIsNotWaitedFor() throws {
        let result = try check("--format", "json", "--handshake-timeout", "1", "--discover", account("slow"))
        #expect(try codes(result.output).first == "too-slow")
        #expect(result.status == 2)
    }

    @Test func aRefusedServerIsNotAsked() throws {
        let site = try Site.shared.get()
        let result = try check("--format", "json", "--discover", "old.test:\(site.port("old"))")
        #expect(result.status == 1)
        #expect(try codes(result.output) == ["not-asked"])
    }

    @Test func aServerThatIsDownIsNotReached() throws {
        let result = try check("--discover", "refused.test:\(try Site.shared.get().port("refused"))")
        #expect(result.status == 69)
    }

    @Test func textNamesTheWayAndTheProcesses() throws {
        let result = try check("--discover", account("redirect"))
        // Lines are wrapped.
        let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("The way of a device from discovery.test"))
        #expect(text.contains("redirects (302) to https://discovery.test"))
        #expect(text.contains("mdmclient"))
        for word in ["Info.plist", "exception", "unless the app"] { #expect(!text.contains(word)) }
    }

    @Test(arguments: [
        ["--discover", "https://a.example"], ["--discover", "192.0.2.1"], ["--discover", "@a.example"],
        ["--discover", "a.example?x"], ["--discover", "a.example#f"], ["--discover", "mailto:b@a.example"],
        ["--discover", "b:secret@a.example"], ["--discover", "b@c@a.example"], ["--discover", " a.example"],
        ["--discover", "a.example", "--diagnose"], ["--discover", "a.example", "--per-address"],
        ["--discover", "a.example", "--format", "html"], [],
    ])
    func wrongUseIsSaid(options: [String]) throws {
        let program = try Program(Repository.program, ["check"] + options)
        #expect(program.end() == 64)
    }
}
