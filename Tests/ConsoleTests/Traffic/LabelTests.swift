import Console
import Foundation
import InternetNames
import Testing
import Traffic
import TransportSecurity

/// Test cases in the console.
@Suite struct LabelTests {
    /// A server whose loads violate ATS in one of two test cases.
    private func model() -> ConsoleModel {
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        var old = SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts), loads: 5)
        old.labels = NamedCounts(["testPay": 2, "testLogin": 3], limit: LoadCounts.labelLimit)
        var tunnel = SampleTraffic.entry(SampleTraffic.decision("old.example", facts: facts), loads: 5)
        (tunnel.firstDecisionIndex, tunnel.repeats, tunnel.labels) = (0, 5, old.labels)
        var good = SampleTraffic.entry(
            SampleTraffic.decision("good.example", facts: SampleTraffic.facts("good.example")), loads: 4)
        good.labels.add(4, of: "testLogin")
        return SampleTraffic.model(SampleTraffic.traffic([old, tunnel, good], facts: [facts]))
    }

    private func report(_ query: [ConsoleRequest.QueryMember]) throws -> [String: Any] {
        try model().json(ConsoleRequest(.get, ["report"], query: [.init("format", "json")] + query))
    }

    @Test func rowsNameTheirTestCases() throws {
        let rows = try model().rows()
        #expect(rows.map { $0["labels"] as? [String] } == [["testLogin", "testPay"], ["testLogin"]])
    }

    @Test func rowsNameTheirRoutes() throws {
        var direct = SampleTraffic.decision("a.example", facts: SampleTraffic.facts("a.example"))
        var upstream = direct
        (direct.route, upstream.route) = (.direct, .upstream)
        let entries = [upstream, direct].map { SampleTraffic.entry($0, loads: 1) }
        let rows = try SampleTraffic.model(SampleTraffic.traffic(entries, facts: [])).rows()
        #expect(rows.map { $0["routes"] as? [String] } == [["direct", "upstream"]])
        #expect(try model().rows().allSatisfy { ($0["routes"] as? [String]) == [] })
    }

    @Test func reportOfATestCaseHasOnlyItsLoads() throws {
        let pay = try report([.init("label", "testPay")])
        #expect((pay["traffic"] as? [String: Any])?["loads"] as? Int == 2)
        #expect((pay["hosts"] as? [Any])?.count == 1)
        // The tunnels of the same loads count no further ones.
        let labels = pay["labels"] as? [[String: Any]]
        #expect(labels?.map { $0["violatedLoads"] as? Int } == [2])
        let login = try report([.init("label", "testLogin")])
        #expect((login["traffic"] as? [String: Any])?["loads"] as? Int == 7)
        let text = model().text(
            ConsoleRequest(.get, ["report"], query: [.init("format", "text"), .init("label", "testPay")]))
        #expect(text.contains("2 of 2 loads in violation"))
        #expect(
            model().respond(
                to: ConsoleRequest(.get, ["report"], query: [.init("format", "json"), .init("label", "other")])
            ).status == 409)
    }
}
