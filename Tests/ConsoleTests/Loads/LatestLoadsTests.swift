import Events
import Testing
import Traffic
import TransportSecurity

@testable import Console

@Suite struct LatestLoadsTests {
    private func model() -> ConsoleModel {
        ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
            judge: SampleTraffic.judge)
    }

    private func id(_ number: Int) -> LoadKindID {
        LoadKindID(digest: [UInt8](repeating: UInt8(number + 1), count: 16))
    }

    /// A batch with loads of two destinations, of which the second one is refused.
    private func batch() -> LiveBatch {
        var batch = LiveBatch()
        let good = SampleTraffic.facts("good.example")
        let old = SampleTraffic.facts("old.example", newest: .tls1_0)
        batch.facts = [good, old]
        for (number, facts) in [good, old].enumerated() {
            let decision = SampleTraffic.decision(facts.host.description, facts: facts)
            batch.kinds.append(.init(id: id(number), decision: decision))
            var count = LiveBatch.Count(LiveBatch.Row(id(number)), at: decision.time)
            count.decisions = 1
            (count.bytesFromClient, count.bytesFromServer) = (10, 200)
            batch.counts.append(count)
            let load = RecentLoad(
                kind: id(number), after: nil, time: decision.time + Int64(number), device: "192.0.2.7", label: "sign in"
            )
            batch.loads.append(.decided(.text("load-\(number)"), load))
        }
        return batch
    }

    private func loads(_ model: ConsoleModel, after change: Int? = nil) throws -> [[String: Any]] {
        let query = change.map { [ConsoleRequest.QueryMember("after", "\($0)")] } ?? []
        return try model.json(ConsoleRequest(.get, ["loads"], query: query))["loads"] as? [[String: Any]] ?? []
    }

    @Test func loadsHaveTheirOutcomeAndTheirRow() throws {
        let model = model()
        model.receive(batch())
        let loads = try loads(model)
        #expect(loads.map { $0["host"] as? String } == ["old.example", "good.example"])
        #expect(loads.map { $0["verdict"] as? String } == ["blocked", "allowed"])
        #expect(loads.map { $0["rules"] as? [String] } == [["tls.version"], []])
        #expect(loads.map { $0["row"] as? String } == ["r2", "r1"])
        #expect(loads[0]["device"] as? String == "192.0.2.7" && loads[0]["label"] as? String == "sign in")
        #expect((loads[0]["app"] as? [String: Any])?["version"] as? String == "42")
        #expect(loads[0]["durationMilliseconds"] as? Int == nil)
    }

    @Test func endOfALoadIsAChange() throws {
        let model = model()
        model.receive(batch())
        let change = try #require(try model.json(ConsoleRequest(.get, ["loads"]))["change"] as? Int)
        #expect(try loads(model, after: change).isEmpty)
        var batch = LiveBatch()
        let bytes = EndedLoad(bytesFromClient: 10, bytesFromServer: 200)
        batch.loads = [.ended(.text("load-0"), bytes, milliseconds: 31, at: SampleTraffic.now + 1)]
        model.receive(batch)
        let changed = try loads(model, after: change)
        #expect(changed.map { $0["id"] as? String } == ["load-0"])
        #expect(changed[0]["durationMilliseconds"] as? Int == 31 && changed[0]["bytesFromServer"] as? Int == 200)
    }

    @Test func rowHasItsBytesAndItsLastLoads() throws {
        let model = model()
        model.receive(batch())
        let detail = try model.json(ConsoleRequest(.get, ["rows", "r1"]))
        #expect(detail["bytesFromClient"] as? Int == 10 && detail["bytesFromServer"] as? Int == 200)
        let last = try #require(detail["lastLoads"] as? [[String: Any]])
        #expect(last.map { $0["id"] as? String } == ["load-0"])
    }

    @Test func malformedNumberIsRefused() throws {
        let request = ConsoleRequest(.get, ["loads"], query: [.init("after", "x")])
        #expect(try model().json(request)["status"] as? Int == 400)
    }

    /// A load in recordings has the verdict of its entry.
    @Test func recordedLoadsAreListed() throws {
        let decision = SampleTraffic.decision("a.example", facts: SampleTraffic.facts("a.example"))
        var entry = SampleTraffic.entry(decision)
        entry.decision.kind = id(0)
        var traffic = SampleTraffic.traffic([entry])
        traffic.recentLoads.add([
            .decided(.text("load-0"), RecentLoad(kind: id(0), after: nil, time: SampleTraffic.now))
        ])
        let loads = try loads(SampleTraffic.model(traffic))
        #expect(loads.map { $0["verdict"] as? String } == ["allowed"])
    }

    /// After a reload a row says what it had counted before, and each verdict when it was last seen.
    @Test func rowsCountFromAReload() throws {
        let model = model()
        model.receive(batch())
        #expect(try model.json(ConsoleRequest(.get, ["status"]))["reloaded"] as? String == nil)
        model.use(configuration: ConsoleConfiguration(judge: SampleTraffic.judge, data: [], policyFile: nil))
        #expect(try model.json(ConsoleRequest(.get, ["status"]))["reloaded"] as? String != nil)
        let later = SampleTraffic.decision(
            "old.example", facts: SampleTraffic.facts("old.example"), at: SampleTraffic.now + 60)
        var batch = LiveBatch()
        batch.kinds = [.init(id: id(5), decision: later)]
        var count = LiveBatch.Count(LiveBatch.Row(id(5)), at: later.time)
        count.decisions = 3
        batch.counts = [count]
        model.receive(batch)
        let row = try #require(try model.rows().first { $0["host"] as? String == "old.example" })
        #expect(row["loads"] as? Int == 4 && (row["beforeReload"] as? [String: Int])?["loads"] == 1)
        let outcomes = try #require(row["outcomes"] as? [[String: Any]])
        #expect(outcomes.map { $0["verdict"] as? String } == ["blocked", "allowed"])
        #expect(outcomes.map { $0["rules"] as? [String] } == [["tls.version"], []])
        let times = outcomes.compactMap { $0["lastSeen"] as? String }
        #expect(times.count == 2 && times[0] < times[1])
        let other = try #require(try model.rows().first { $0["host"] as? String == "good.example" })
        #expect((other["outcomes"] as? [Any])?.isEmpty == true)
    }

    /// The verdict of the loads since a reload is in `outcomes`, even if all refusals by devices came before it.
    @Test func rowWithRefusalsHasItsOnlyOutcome() throws {
        var entry = SampleTraffic.entry(
            SampleTraffic.decision("a.example", facts: SampleTraffic.facts("a.example")), loads: 2)
        entry.clientRefusals = 1
        let row = try #require(try SampleTraffic.model(SampleTraffic.traffic([entry])).rows().first)
        #expect(row["word"] as? String == "Refused by device")
        let outcomes = try #require(row["outcomes"] as? [[String: Any]])
        #expect(outcomes.map { $0["word"] as? String } == ["Allowed"])
    }
}
