import Foundation
import Testing

/// `atsproxy watch` as an administrator meets it, with real servers that change.
@Suite struct WatchJourneyTests {
    private let site: WatchedSite
    private let state = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)").path

    init() throws { site = try WatchedSite() }

    private func watch(
        _ options: [String], at days: Int = 0, in directory: String? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
        let arguments =
            ["watch", "--state", directory ?? state, "--ca-file", site.roots, "--resolve", "swapped.test:*:127.0.0.1"]
            + options
        // The clock of durations stays: a wait must not end at once.
        let program =
            days == 0
            ? try Program(Repository.program, arguments)
            : try Program(
                "/usr/bin/faketime", ["-f", "+\(days)d", Repository.program] + arguments,
                environment: ["FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"])
        // Lines are wrapped at words.
        return (program.end(), Self.inOneLine(program.output), program.errors)
    }

    private static func inOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func aSwappedCertificateIsOneAlarmOnce() throws {
        try site.use("first")
        let first = try watch([site.url])
        #expect(first.status == 0, "\(first)")
        #expect(first.output.contains("1 server: 1 without a fault."))
        try site.use("foreign")
        let swapped = try watch([site.url])
        #expect(swapped.status == 1, "\(swapped)")
        #expect(swapped.output.contains("issued by CN=Other Authority, before by CN=First Authority"))
        let again = try watch([site.url])
        #expect(again.status == 0)
        #expect(again.output.isEmpty && again.errors.isEmpty, "\(again)")
        try site.use("first")
        _ = try watch([site.url])
        try site.use("renewed")
        let renewed = try watch([site.url, "--format", "json"])
        #expect(renewed.status == 0)
        let change = try JSONDecoder().decode(ToldChange.self, from: Data(renewed.output.utf8))
        #expect(change.grade == "neutral" && change.subject == "key", "\(renewed)")
    }

    @Test func aServerIsDownOnceAndBackOnce() throws {
        try site.use("first")
        #expect(try watch([site.url]).status == 0)
        site.stop()
        let down = try watch([site.url])
        #expect(down.status == 2)
        #expect(down.output.contains(": down: "), "\(down)")
        let still = try watch([site.url])
        #expect(still.status == 2)
        #expect(still.output.isEmpty)
        try site.use("first")
        let back = try watch([site.url])
        #expect(back.status == 0)
        #expect(back.output.contains(": back: The server answers again"), "\(back)")
    }

    /// The last third of 200, 100 and 47 days begins after so many days.
    @Test(arguments: [(200, 132, 134), (100, 65, 67), (47, 30, 32)])
    func expiryIsToldInTheLastThird(days: Int, quiet: Int, due: Int) throws {
        try site.use("life-\(days)")
        #expect(try watch([site.url]).status == 0)
        let early = try watch([site.url], at: quiet)
        #expect(early.status == 0 && early.output.isEmpty, "\(early)")
        let told = try watch([site.url], at: due)
        #expect(told.status == 1)
        #expect(told.output.contains(": renewal: The certificate ends on "), "\(told)")
        let again = try watch([site.url], at: due + 1)
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
        let expired = try watch([site.url], at: days + 1)
        #expect(expired.status == 1)
        #expect(expired.output.contains(": certificate.validity: "))
        #expect(!expired.output.contains("Better") && !expired.output.contains(": renewal: "), "\(expired)")
        let state = try watch([site.url, "--format", "junit"], at: days + 2)
        #expect(state.status == 0 && state.output.contains("failures=\"1\""), "\(state)")
        #expect(state.output.contains("renewal: The certificate ended on "), "\(state)")
    }

    /// The response is valid for eight days, of which the last quarter begins after six.
    @Test func aStapledResponseThatEndsIsToldOnce() throws {
        try site.use("first")
        let url = "https://swapped.test:\(try site.port("stapled"))"
        for day in [0, 5] {
            let quiet = try watch([url], at: day)
            #expect(quiet.status == 0 && !quiet.output.contains("OCSP"), "\(quiet)")
        }
        let told = try watch([url], at: 7)
        #expect(told.status == 1)
        #expect(told.output.contains(": stapled OCSP response: The stapled OCSP response ends on "), "\(told)")
        for day in [7, 9] {
            let again = try watch([url], at: day)
            #expect(again.status == 0 && again.output.isEmpty, "\(again)")
        }
    }

    @Test func aSystemThatWillRefuseIsToldOnce() throws {
        let url = "https://swapped.test:\(try site.port("old-suite"))"
        let told = try watch(["--os", "ios15", url])
        #expect(told.status == 1)
        let sentence = "coming refusal: The server passes under ios15; under ios15.4 it fails: "
        #expect(told.output.contains(sentence), "\(told)")
        #expect(told.output.components(separatedBy: "coming refusal").count == 2, "\(told)")
        let again = try watch(["--os", "ios15", url])
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
    }

    /// Both logs of the certificate's timestamps retire. The date is told before, once, and the violation after.
    @Test func aLogThatWillRetireIsToldWithItsDate() throws {
        let judged = try Site.judged.get()
        let date = Date(timeIntervalSinceNow: 20 * 86_400).formatted(.iso8601.year().month().day())
        let retired = #"{"retired":{"timestamp":"\#(date)T00:00:00Z"}}"#
        let path = judged.folder.appending(path: "logs.json")
        var list = try JSONDecoder().decode(LogList.self, from: Data(contentsOf: path))
        let state = try JSONDecoder().decode([String: LogList.State].self, from: Data(retired.utf8))
        for index in list.operators.indices {
            for place in list.operators[index].logs.indices {
                let name = list.operators[index].logs[place].description
                if name == "one" || name == "two" { list.operators[index].logs[place].state = state }
            }
        }
        let file = self.state + ".logs.json"
        try JSONEncoder().encode(list).write(to: URL(filePath: file))
        let options = [
            "--roots", judged.folder.appending(path: "system-root.pem").path, "--ct-log-list", file, "--resolve",
            "days-180.test:*:127.0.0.1", try judged.url("days-180"),
        ]
        let told = try watch(options)
        #expect(told.status == 1)
        #expect(told.output.contains("The server passes until \(date), when a CT log changes its state: "), "\(told)")
        let again = try watch(options)
        #expect(again.status == 0 && again.output.isEmpty, "\(again)")
        let after = try watch(options, at: 22)
        #expect(after.status == 1 && after.output.contains(": certificate.transparency: "), "\(after)")
    }

    @Test(arguments: ["servers", "list/servers", "servers.lst", "hosts.conf"])
    func aMissingListIsNoHost(name: String) throws {
        let result = try watch([name])
        #expect(result.status == 65)
        #expect(result.errors.contains("\(name) does not exist; name a list"), "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
    }

    @Test func anAddressWithAZoneIsRefused() throws {
        let list = state + ".zone.txt"
        try "[fe80::1%eth0]:8443\n".write(toFile: list, atomically: true, encoding: .utf8)
        for (argument, status) in [("https://[fe80::1%25eth0]/", Int32(64)), (list, 65)] {
            let result = try watch([argument])
            #expect(result.status == status)
            #expect(result.errors.contains("has an address with a zone"), "\(result)")
        }
    }

    @Test func changesAreToldAgainAfterACommandThatFails() throws {
        try site.use("first")
        _ = try watch([site.url])
        try site.use("foreign")
        let notes = state + ".notes"
        let failed = try watch([site.url, "--notify", "cat >/dev/null; echo no mail; exit 3"])
        #expect(failed.status == 74)
        #expect(failed.errors.contains("--notify ended with status 3 (no mail)"), "\(failed)")
        #expect(try watch([site.url, "--notify", "cat >>\(notes)"]).status == 1)
        #expect(try watch([site.url, "--notify", "cat >>\(notes)"]).status == 0)
        let told = try String(contentsOfFile: notes, encoding: .utf8)
        #expect(told.split(separator: "\n").filter { $0.contains(": issuer: ") }.count == 1, "\(told)")
    }

    @Test func aFaultyStateIsOneSentenceAndStays() throws {
        try site.use("first")
        #expect(try watch([site.url]).status == 0)
        let file = state + "/servers.json"
        let whole = try Data(contentsOf: URL(filePath: file))
        let faults: [(Data, String)] = [
            (Data("{\"version\":2}".utf8), "version 2 of a newer atsproxy"), (whole.prefix(whole.count / 2), "cut off"),
            (Data(), "cut off"), (Data("nonsense".utf8), "damaged"),
        ]
        for (content, words) in faults {
            try content.write(to: URL(filePath: file))
            let result = try watch([site.url])
            #expect(result.status == 65)
            #expect(result.errors.contains(words), "\(result)")
            #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
            #expect(try Data(contentsOf: URL(filePath: file)) == content)
        }
        try whole.write(to: URL(filePath: file))
        #expect(try watch([site.url]).status == 0)
    }

    @Test func aDirectoryThatCannotBeUsedIsOneSentence() throws {
        for directory in ["/proc", "/dev/null", "/dev/null/state"] {
            let result = try watch([site.url], in: directory)
            #expect(result.status == 65, "\(result)")
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(result.errors.contains("the state directory \(directory) cannot be "))
        }
    }

    @Test func twoAtOnceAreRefused() throws {
        try site.use("first")
        #expect(try watch([site.url]).status == 0)
        // A program of a test inherits blocked signals, and would not end by SIGTERM.
        let script = "echo held; until [ -e \(state)/end ]; do sleep 0.1; done"
        let holder = try Program("/usr/bin/flock", [state + "/lock", "/bin/sh", "-c", script])
        #expect(holds { holder.output.contains("held") })
        let refused = try watch([site.url])
        try Data().write(to: URL(filePath: state + "/end"))
        #expect(holder.end() == 0)
        #expect(refused.status == 69)
        #expect(refused.errors.contains("is in use by another atsproxy watch"), "\(refused)")
    }

    @Test func connectionsAreFewAndOneForEachAddress() throws {
        var list: [String] = []
        for number in 1...150 {
            let address = "127.9.0.\(number)"
            list.append("\(address):\(try site.port(number % 10 == 0 ? "silent" : "answering"))")
            list.append("\(address):\(try site.port("second"))")
        }
        let file = state + ".txt"
        try (list.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        _ = try site.counts()
        let result = try watch([file])
        // The certificates have no addresses.
        #expect(result.status == 1)
        let counts = try site.counts()
        #expect(counts.largest <= 64)
        #expect(counts.largest > 8)
        #expect(counts.largestOfAddress == 1)
        #expect(counts.addresses == 150)
    }

    @Test func repeatedPassesServeMetricsAndEndOnASignal() throws {
        try site.use("first")
        let program = try Program(
            Repository.program,
            [
                "watch", "--state", state, "--ca-file", site.roots, "--resolve", "swapped.test:*:127.0.0.1", "--every",
                "1s", "--metrics", "127.0.0.1:0", site.url,
            ])
        #expect(holds { program.errors.contains("metrics at http://") })
        let address = try #require(program.errors.firstMatch(of: /http:\S+/)).output
        func scraped() throws -> String {
            let client = try Program("/usr/bin/curl", ["--silent", String(address)])
            _ = client.end()
            return client.output
        }
        #expect(try holds { try scraped().contains("atsproxy_watch_server_up{") })
        #expect(try scraped().contains("} 1"))
        try site.use("foreign")
        #expect(holds { Self.inOneLine(program.output).contains("before by CN=First Authority") })
        program.signal(SIGTERM)
        #expect(program.end() == 0)
        let told = Self.inOneLine(program.output)
        #expect(told.components(separatedBy: "before by CN=First Authority").count == 2)
    }

    @Test func pinsStandBesideTheChain() throws {
        try site.use("first")
        let pins = state + ".pins"
        let pin = try site.pin(of: "first")
        try "swapped.test sha256/\(pin)\n".write(toFile: pins, atomically: true, encoding: .utf8)
        let result = try watch([site.url, "--pins", pins])
        #expect(result.status == 1)
        #expect(result.output.contains("The only matching pin of"), "\(result)")
        let android = """
            <network-security-config><domain-config><domain>swapped.test</domain>
            <pin-set><pin digest="SHA-256">\(pin)</pin></pin-set></domain-config></network-security-config>
            """
        try android.write(toFile: pins, atomically: true, encoding: .utf8)
        let read = try watch([site.url, "--pins", pins])
        #expect(read.status == 0, "the same pins by the same name of the file: \(read)")
        try "swapped.test sha256/short\n".write(toFile: pins, atomically: true, encoding: .utf8)
        let refused = try watch([site.url, "--pins", pins])
        #expect(refused.status == 65)
        #expect(refused.errors.contains("line 1, has a pin that is not"), "\(refused)")
    }
}

/// A list of CT logs, as far as a test changes it.
private struct LogList: Codable {
    var version: String
    var log_list_timestamp: String
    var operators: [Operator]

    struct Operator: Codable {
        var name: String
        var logs: [Log]
    }

    struct Log: Codable {
        var description: String
        var log_id: String
        var key: String
        var url: String
        var mmd: Int
        var state: [String: State]
        var temporal_interval: [String: String]?
    }

    struct State: Codable {
        var timestamp: String
    }
}

/// A change as JSON.
private struct ToldChange: Decodable {
    var server: String
    var grade: String
    var subject: String
}
