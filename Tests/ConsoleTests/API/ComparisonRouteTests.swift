import Events
import Foundation
import Testing
import Traffic
import TransportSecurity

@testable import Console

@Suite struct ComparisonRouteTests {
    /// Build 41 loads from a bad server, build 42 from a good one and from another bad one.
    private var model: ConsoleModel {
        let good = SampleTraffic.facts("a.example")
        let bad = SampleTraffic.facts("a.example", newest: .tls1_0)
        let other = SampleTraffic.facts("b.example", newest: .tls1_0)
        let decisions = [
            SampleTraffic.decision("a.example", facts: bad, app: "MyApp/41 CFNetwork/1568.200.51 Darwin/24.1.0"),
            SampleTraffic.decision("a.example", facts: good, app: "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"),
            SampleTraffic.decision("b.example", facts: other, app: "MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"),
        ]
        return SampleTraffic.model(SampleTraffic.traffic(decisions.map { SampleTraffic.entry($0) }))
    }

    private func request(_ members: [(String, String)]) -> ConsoleRequest {
        ConsoleRequest(.get, ["comparison"], query: members.map { .init($0.0, $0.1) })
    }

    @Test func buildsOfOneRecordingAreCompared() throws {
        let members = [("build", "41"), ("against-build", "42")]
        let answer = try model.json(request(members + [("format", "json")]))
        #expect(answer["status"] as? Int == 1)
        func hosts(_ name: String) -> [String] {
            (answer[name] as? [[String: Any]] ?? []).compactMap { $0["host"] as? String }
        }
        #expect(hosts("added") == ["b.example"] && hosts("fixed") == ["a.example"])
        for (format, beginning) in [
            ("text", "1 new violation"), ("markdown", "1 new violation"), ("html", "<!DOCTYPE html>"),
        ] {
            let text = model.text(request(members + [("format", format)]))
            #expect(text.contains(beginning) && text.contains("b.example"), "\(format)")
        }
    }

    /// A report of a running proxy has the decisions that could not be counted as a gap, and so has a comparison.
    @Test func lostDecisionsAreAGap() throws {
        func gaps(lost: Int) throws -> [Int] {
            let model = ConsoleModel(
                ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
                judge: SampleTraffic.judge)
            var batch = LiveBatch()
            batch.lostDecisions = lost
            for (number, build) in ["41", "42"].enumerated() {
                let app = "MyApp/\(build) CFNetwork/1568.200.51 Darwin/24.1.0"
                let decision = SampleTraffic.decision("a.example", facts: SampleTraffic.facts("a.example"), app: app)
                let id = LoadKindID(digest: [UInt8](repeating: UInt8(number + 1), count: 16))
                batch.kinds.append(.init(id: id, decision: decision))
                var count = LiveBatch.Count(LiveBatch.Row(id), at: decision.time)
                count.decisions = 1
                batch.counts.append(count)
            }
            model.receive(batch)
            let answer = try model.json(request([("build", "41"), ("against-build", "42"), ("format", "json")]))
            return try ["old", "new"].map { try #require((answer[$0] as? [String: Any])?["gaps"] as? Int) }
        }
        let without = try gaps(lost: 0)
        #expect(try gaps(lost: 3) == without.map { $0 + 1 })
    }

    @Test(arguments: [
        ([("build", "41"), ("against-build", "42")], 400), ([("build", "41"), ("format", "json")], 400),
        ([("against-build", "42"), ("format", "json")], 400),
        ([("build", "41"), ("against-build", "43"), ("format", "json")], 409),
        ([("build", "41"), ("against-build", "42"), ("format", "json"), ("app", "Other")], 409),
    ])
    func incomparableBuildsAreRefused(members: [(String, String)], status: Int) throws {
        #expect(try model.json(request(members))["status"] as? Int == status)
    }
}
