import Foundation
import Testing
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

    @Test(arguments: [
        ([("build", "41"), ("against-build", "42")], 400), ([("build", "41"), ("format", "json")], 400),
        ([("against-build", "42"), ("format", "json")], 400),
        ([("build", "41"), ("against-build", "43"), ("format", "json")], 409),
        ([("build", "41"), ("against-build", "42"), ("format", "json"), ("app", "Other")], 409),
    ])
    func whatCannotBeComparedIsRefused(members: [(String, String)], status: Int) throws {
        #expect(try model.json(request(members))["status"] as? Int == status)
    }
}
