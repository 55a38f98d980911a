import Console
import InternetNames
import Recordings
import Testing
import TransportSecurity

@Suite struct RereadingTests {
    private func traffic(_ hosts: [String]) -> RecordedTraffic {
        SampleTraffic.traffic(hosts.map { SampleTraffic.entry(SampleTraffic.decision($0)) })
    }

    private func model(_ hosts: [String], thenReading others: [String]) -> ConsoleModel {
        let rereadRecordings = RereadRecordings()
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .recordings, started: SampleTraffic.now),
            judge: SampleTraffic.judge, recorded: RecordedInput(traffic(hosts)), rereadRecordings: rereadRecordings)
        rereadRecordings.put(RecordedInput(traffic(others)))
        model.use(state: ProxyState())
        return model
    }

    @Test func rowsKeepTheirIdentifiers() throws {
        let model = model(["a.example", "b.example"], thenReading: ["c.example", "b.example", "a.example"])
        let ids = Dictionary(
            uniqueKeysWithValues: try model.rows().map { ($0["host"] as? String ?? "", $0["id"] as? String ?? "") })
        #expect(ids == ["a.example": "r1", "b.example": "r2", "c.example": "r3"])
        #expect(model.changes(since: 1) != nil)
        #expect(try model.json(ConsoleRequest(.get, ["rows", "r2"]))["host"] as? String == "b.example")
    }

    @Test func fixesAreMadeAgainAfterARowHasGone() throws {
        let rereadRecordings = RereadRecordings()
        let model = ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .recordings, started: SampleTraffic.now),
            judge: SampleTraffic.judge, recorded: RecordedInput(traffic(["a.example", "b.example"])),
            rereadRecordings: rereadRecordings)
        for hosts in [["b.example"], ["b.example", "c.example"], ["c.example"]] {
            rereadRecordings.put(RecordedInput(traffic(hosts)))
            model.use(state: ProxyState())
            let kinds = try model.rows().map { ($0["remedy"] as? [String: String])?["kind"] }
            #expect(kinds == hosts.map { _ in "exception" })
        }
    }

    @Test func pagesReadAllRowsAgainAfterOneIsRemoved() throws {
        let model = model(["a.example", "b.example"], thenReading: ["b.example"])
        #expect(model.changes(since: 1) == nil)
        #expect(model.changes(since: model.revision) != nil)
        #expect(model.respond(to: ConsoleRequest(.get, ["rows", "r1"])).status == 404)
    }
}
