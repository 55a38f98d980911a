import Foundation
import Testing

/// What the console of a running proxy says of loads is what the report on its recording says.
@Suite struct LiveReportJourneyTests {
    private let site: Site
    private let proxy: Proxy
    private let console: String
    private let bearer: String

    init() throws {
        site = try Site.shared.get()
        proxy = try Proxy("--mode", "observe", "--examine", "needed", site: site)
        let shown = try ShownConsole(of: proxy.program)
        (console, bearer) = (shown.base, shown.bearer)
    }

    /// A device that refuses a server at its first contact has left before the server was probed.
    @Test func liveReportsAreThoseOfTheRecording() throws {
        let agent = ["--user-agent", "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"]
        for _ in 0..<2 { #expect(try load(agent + [try site.url("plain", scheme: "http")]).status == 200) }
        _ = try load(agent + ["--cacert", site.root, try site.url("good")])
        _ = try load(agent + ["--cacert", site.root, try site.url("good")])
        // Without the root, curl refuses the server.
        _ = try load(agent + [try site.url("expired")])
        _ = try load(agent + ["--insecure", try site.url("rsa")])
        _ = try load([try site.url("refused")])
        var (live, recorded) = ("", "")
        let areEqual = try holds(within: 20) {
            (live, recorded) = (try report(.live), try report(.recorded))
            return live == recorded && live.contains("\"clientRefusals\":1")
        }
        #expect(areEqual, "\(live)\n\(recorded)")
    }

    private enum Origin { case live, recorded }

    private func load(_ options: [String]) throws -> Answer {
        try Answer(curl: ["--proxy", "http://127.0.0.1:\(proxy.port)", "--max-time", "5"] + options)
    }

    /// The report without what names its origin and time.
    private func report(_ origin: Origin) throws -> String {
        let text: String
        switch origin {
        case .live: text = try get("report?format=json")
        case .recorded:
            let status = try JSONSerialization.jsonObject(with: Data(try get("status").utf8)) as? [String: Any]
            let recordings = status?["recordings"] as? [[String: Any]]
            let path = try #require(recordings?.first?["path"] as? String)
            let report = try Program(Repository.program, ["report", "--format", "json", path])
            _ = report.end()
            text = report.output
        }
        guard var members = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            return text
        }
        for name in ["sources", "time"] { members[name] = nil }
        let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    private func get(_ path: String) throws -> String {
        let program = try Program("/usr/bin/curl", ["--silent", "--header", bearer, "\(console)/api/v1/\(path)"])
        _ = program.end()
        return program.output
    }
}
