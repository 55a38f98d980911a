import Console
import Events
import Foundation
import HTTPServer
import InternetNames
import Recording
import Recordings
import Testing
import TransportSecurity

@Suite struct ConsoleRouterTests {
    private let model = SampleTraffic.model(
        SampleTraffic.traffic(
            [
                SampleTraffic.entry(
                    SampleTraffic.decision("old.example", facts: SampleTraffic.facts("old.example", newest: .tls1_0)),
                    loads: 3),
                SampleTraffic.entry(SampleTraffic.decision("plain.example"), loads: 2, device: "192.0.2.8"),
            ], facts: [SampleTraffic.facts("old.example", newest: .tls1_0)]))

    @Test(arguments: [
        (["nothing"], 404), (["rows", "r9"], 404), (["rows", "r1", "certificates", "7"], 404),
        (["rows", "r1", "certificates", "-1"], 404), (["policies"], 405), (["report"], 400), (["advice"], 400),
        ([], 404),
    ])
    func problemsSayWhatIsWrong(path: [String], status: Int) throws {
        let response = model.respond(to: ConsoleRequest(.get, path))
        #expect(response.status == status)
        #expect(response.contentType == "application/problem+json")
        #expect(response.fields.contains { $0.name == "Allow" && $0.value == "POST" } == (status == 405))
    }

    /// A misspelled filter does not choose everything.
    @Test func unknownMembersOfAQueryAreRefused() throws {
        let request = ConsoleRequest(.get, ["report"], query: [.init("format", "json"), .init("lable", "x")])
        let response = model.respond(to: request)
        #expect(response.status == 400)
        #expect(
            String(decoding: response.body, as: UTF8.self).contains("this address knows format, app, build, device"))
        #expect(model.respond(to: ConsoleRequest(.get, ["status"], query: [.init("x", "")])).status == 400)
    }

    @Test func answersThatAreOnlyReadNameBothMethods() {
        let response = model.respond(to: ConsoleRequest(.post, ["status"]))
        #expect(response.status == 405)
        #expect(response.fields.contains { $0.name == "Allow" && $0.value == "GET, HEAD" })
    }

    @Test func largeRecordingsAreNotRead() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID()).jsonl").path
        #expect(FileManager.default.createFile(atPath: path, contents: Data("{}".utf8)))
        defer { unlink(path) }
        var traffic = SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))])
        var source = RecordingSource(name: path)
        traffic.sources = [source]
        // What was not read from a file is not read from one now.
        #expect(SampleTraffic.model(traffic).respond(to: ConsoleRequest(.get, ["recording"])).status == 409)
        source.identity = FileIdentity(path: path)
        traffic.sources = [source]
        let model = SampleTraffic.model(traffic)
        #expect(model.respond(to: ConsoleRequest(.get, ["recording"])).status == 200)
        #expect(truncate(path, 33 << 20) == 0)
        #expect(model.respond(to: ConsoleRequest(.get, ["recording"])).status == 409)
        // Another file in its place is not sent.
        #expect(unlink(path) == 0 && symlink("/etc/hostname", path) == 0)
        let replaced = model.respond(to: ConsoleRequest(.get, ["recording"]))
        #expect(replaced.status == 409 && String(decoding: replaced.body, as: UTF8.self).contains("another file"))
    }

    @Test func segmentsAreNotSent() {
        var traffic = SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))])
        traffic.sources = [RecordingSource(name: "/var/log/segments/")]
        let answer = SampleTraffic.model(traffic).respond(to: ConsoleRequest(.get, ["recording"]))
        #expect(answer.status == 409)
        #expect(
            String(decoding: answer.body, as: UTF8.self).contains(
                "The recording is in segments, one file after the other, in /var/log/segments/; copy them from there."))
    }

    @Test(arguments: ["", "[]", "{", "{\"os\":1}", String(repeating: "[", count: 100_000)])
    func malformedBodiesAreRefused(body: String) {
        #expect(model.respond(to: ConsoleRequest(.post, ["what-if"], body: Array(body.utf8))).status == 400)
        #expect(model.respond(to: ConsoleRequest(.post, ["policies"], body: Array(body.utf8))).status == 400)
    }

    private func probe(_ row: String, _ answer: ConsoleSettings.ProbeAnswer? = nil) -> ServerResponse {
        let traffic = SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("plain.example"))])
        let model = SampleTraffic.model(traffic) { settings in
            if let answer { settings.probeAgain = { $0.description == "plain.example:80" ? answer : .unknown } }
        }
        return model.respond(to: ConsoleRequest(.post, ["rows", row, "probe"], body: Array("{}".utf8)))
    }

    @Test func aServerIsProbedAgain() {
        let begun = probe("r1", .begun)
        #expect(begun.status == 202 && String(decoding: begun.body, as: UTF8.self) == #"{"probed":null}"#)
        let tooSoon = probe("r1", .tooSoon(seconds: 3))
        #expect(tooSoon.status == 429 && tooSoon.fields.contains(.init("Retry-After", "3")))
        #expect(probe("r1", .unknown).status == 409)
        #expect(probe("r1").status == 409)
        #expect(probe("r2", .begun).status == 404)
    }

    @Test func rowsSayWhenTheirServerWasProbed() throws {
        #expect(try model.rows().map { $0["probed"] as? String } == ["2026-11-20T12:00:00.000Z", nil])
    }

    @Test func rowsAreWorstFirst() throws {
        #expect(try model.rows().map { $0["host"] as? String } == ["old.example", "plain.example"])
    }

    @Test func reportIsThatOfTheCommandAndCanBeNarrowed() throws {
        let all = model.text(ConsoleRequest(.get, ["report"], query: [.init("format", "json")]))
        #expect(all.contains("old.example") && all.contains("plain.example"))
        let device = model.text(
            ConsoleRequest(.get, ["report"], query: [.init("format", "json"), .init("device", "192.0.2.8")]))
        #expect(!device.contains("old.example") && device.contains("plain.example"))
        let host = model.respond(
            to: ConsoleRequest(.get, ["report"], query: [.init("format", "csv"), .init("host", "nowhere.example")]))
        #expect(host.status == 409)
        let response = model.respond(to: ConsoleRequest(.get, ["report"], query: [.init("format", "sarif")]))
        #expect(response.contentType == "application/sarif+json")
        #expect(response.fields == [.init("Content-Disposition", "attachment; filename=\"atsproxy-report.sarif\"")])
    }

    @Test func uploadedPoliciesAreBounded() throws {
        for number in 1...16 {
            let content = Base64.encode(Array(#"{"NSAllowsLocalNetworking": true, "x": \#(number)}"#.utf8))
            let body = #"{"name":"p.json","content":"\#(content)"}"#
            #expect(model.respond(to: ConsoleRequest(.post, ["policies"], body: Array(body.utf8))).status == 201)
        }
        let again =
            #"{"name":"p.json","content":"\#(Base64.encode(Array(#"{"NSAllowsLocalNetworking": true, "x": 1}"#.utf8)))"}"#
        #expect(
            try model.json(ConsoleRequest(.post, ["policies"], body: Array(again.utf8)))["id"] as? String
                == "uploaded:1")
        let another = #"{"name":"q.json","content":"\#(Base64.encode(Array("{}".utf8)))"}"#
        // The oldest one makes room.
        #expect(
            try model.json(ConsoleRequest(.post, ["policies"], body: Array(another.utf8)))["id"] as? String
                == "uploaded:17")
        let status = try model.json(ConsoleRequest(.get, ["status"]))
        let ids = (status["policies"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
        #expect(
            ids.filter { $0.hasPrefix("uploaded:") } == (3...16).map { "uploaded:\($0)" } + [
                "uploaded:1", "uploaded:17",
            ])
        let none = #"{"name":"x","content":"\#(Base64.encode(Array("<html>".utf8)))"}"#
        #expect(model.respond(to: ConsoleRequest(.post, ["policies"], body: Array(none.utf8))).status == 422)
    }

    @Test func coverageNamesHostsThatWereNotSeen() throws {
        let model = SampleTraffic.model(
            SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))])
        ) {
            $0.expectedHosts = ["a.example", "pay.example"]
        }
        let coverage = try #require(model.json(ConsoleRequest(.get, ["status"]))["coverage"] as? [String: Any])
        #expect(coverage["seen"] as? Int == 1 && coverage["missing"] as? [String] == ["pay.example"])
    }

    @Test func coverageIsOneFigureWithReasons() throws {
        let model = SampleTraffic.model(
            SampleTraffic.traffic([SampleTraffic.entry(SampleTraffic.decision("a.example"))])
        ) {
            $0.expectedHosts = ["a.example", "pay.example"]
        }
        let status = try model.json(ConsoleRequest(.get, ["status"]))
        let coverage = try #require(status["hostCoverage"] as? [String: Any])
        #expect(
            coverage["known"] as? Int == 2
                && coverage["percent"] as? Int == 50)
        let reasons = try #require(coverage["reasons"] as? [[String: Any]])
        #expect(
            reasons.contains { $0["reason"] as? String == "not-loaded" && $0["names"] as? [String] == ["pay.example"] })
        let empty = SampleTraffic.model(SampleTraffic.traffic([]))
        #expect(try empty.json(ConsoleRequest(.get, ["status"]))["hostCoverage"] is NSNull)
    }

    /// Text from the network is data: it is escaped, and no character of it ends a string.
    @Test func hostileTextStaysText() throws {
        let name = "Evil</script><img src=x>\u{202E}\u{1B}[31m\"\\/1"
        var decision = SampleTraffic.decision("a.example")
        decision.client?.app = CachedJSON(
            ClientApp(name: name, version: "1\n2", api: .urlSession, os: nil, userAgent: name))
        decision.violations = [
            Finding(rule: .certificateHostname, message: "\u{0}\u{2028}", expected: "a", actual: "<b>\u{7F}")
        ]
        let model = SampleTraffic.model(SampleTraffic.traffic([SampleTraffic.entry(decision)]))
        for path in [["status"], ["rows"], ["rows", "r1"]] {
            let body = model.respond(to: ConsoleRequest(.get, path)).body
            #expect(!body.contains { $0 < 0x20 || $0 == 0x7F }, "\(path)")
            let text = String(decoding: body, as: UTF8.self)
            #expect(!text.unicodeScalars.contains { ["\u{202E}", "\u{2028}"].contains($0) }, "\(path)")
        }
        let app = try #require(model.rows()[0]["app"] as? [String: Any])
        #expect(app["name"] as? String == name)
    }
}
