import Audit
import InternetNames
import Recording
import Testing
import TransportSecurity

@testable import Console

@Suite struct LiveRowsTests {
    private func model() -> ConsoleModel {
        ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
            judge: SampleTraffic.judge)
    }

    private func count(_ id: LiveBatch.KindID, _ decisions: Int, device: UInt32 = 0xC000_0207) -> LiveBatch.Count {
        var count = LiveBatch.Count(kind: id, at: SampleTraffic.now)
        count.decisions = decisions
        count.devices = [.init(address: .v4(device), user: "ann", decisions: decisions)]
        return count
    }

    @Test func equalKindsOfSeveralWorkersAreOneRow() throws {
        let model = model()
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        for worker in 0..<2 {
            let id = LiveBatch.KindID(worker: worker, number: 0)
            var batch = LiveBatch()
            batch.facts = [facts]
            var decision = SampleTraffic.decision("old.example", facts: facts)
            decision.id = .text("01JD\(worker)")
            batch.kinds = [.init(id: id, decision: decision)]
            batch.counts = [count(id, 3)]
            model.receive(batch)
        }
        let rows = try model.rows()
        #expect(rows.count == 1)
        #expect(rows[0]["loads"] as? Int == 6)
        #expect(rows[0]["verdict"] as? String == "blocked")
        #expect(rows[0]["devices"] as? [String] == ["192.0.2.7"])
        let devices = try model.json(ConsoleRequest(.get, ["status"]))["devices"] as? [[String: Any]]
        #expect(devices?.first?["user"] as? String == "ann")
        #expect(devices?.first?["loads"] as? Int == 6)
    }

    @Test func secondDecisionsMakeARowWorseWithoutFurtherLoads() throws {
        let model = model()
        let facts = SampleTraffic.facts("a.example")
        let (first, second) = (LiveBatch.KindID(worker: 0, number: 0), LiveBatch.KindID(worker: 0, number: 1))
        var tunnel = SampleTraffic.decision("a.example", facts: facts)
        tunnel.tls = CachedJSON(once: TLSSummary(tunnel: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F)))
        tunnel.decision = .blocked
        tunnel.violations = [Finding(rule: .tunnelSNI, message: "Another name.", expected: "a", actual: "b")]
        var batch = LiveBatch()
        batch.facts = [facts]
        batch.kinds = [
            .init(id: first, decision: SampleTraffic.decision("a.example", facts: facts)),
            .init(id: second, decision: tunnel, follows: first),
        ]
        batch.counts = [count(first, 2), count(second, 2)]
        model.receive(batch)
        let rows = try model.rows()
        #expect(rows.count == 1)
        #expect(rows[0]["loads"] as? Int == 2)
        #expect(rows[0]["verdict"] as? String == "blocked")
    }

    @Test func changesAreThoseOfTheRowsAlone() throws {
        let model = model()
        let ids = (0..<3).map { LiveBatch.KindID(worker: 0, number: $0) }
        var batch = LiveBatch()
        batch.kinds = ids.map { .init(id: $0, decision: SampleTraffic.decision("h\($0.number).example")) }
        batch.counts = ids.map { count($0, 1) }
        model.receive(batch)
        let before = model.revision
        batch = LiveBatch()
        batch.counts = [count(ids[1], 4)]
        model.receive(batch)
        let changes = String(decoding: try #require(model.changes(since: before)), as: UTF8.self)
        #expect(changes.contains("h1.example") && changes.contains("\"loads\":5"))
        #expect(!changes.contains("h0.example") && !changes.contains("h2.example"))
        #expect(model.changes(since: model.revision + 1) == nil)
    }

    @Test func aLaterAnswerToHTTPSChangesTheRemedy() throws {
        let model = model()
        let id = LiveBatch.KindID(worker: 0, number: 0)
        var batch = LiveBatch()
        batch.kinds = [.init(id: id, decision: SampleTraffic.decision("plain.example"))]
        batch.counts = [count(id, 1)]
        model.receive(batch)
        let before = try #require(model.rows()[0]["remedy"] as? [String: String])
        #expect(before["kind"] == "exception")
        batch = LiveBatch()
        batch.facts = [SampleTraffic.facts("plain.example")]
        model.receive(batch)
        let after = try #require(model.rows()[0]["remedy"] as? [String: String])
        #expect(after == ["kind": "url", "text": "Change the URL to https://plain.example: https meets ATS there."])
    }

    /// A destination of a kind that there is no room for is counted, and whether it fails.
    @Test func furtherKindsAreHiddenDestinations() {
        var traffic = ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
        traffic.kindLimit = 10
        var batch = LiveBatch()
        for number in 0..<24 {
            let isOld = number >= 12
            let facts = SampleTraffic.facts("h\(number).example", newest: isOld ? .tls1_0 : .tls1_3)
            let id = LiveBatch.KindID(worker: 0, number: number)
            batch.kinds.append(.init(id: id, decision: SampleTraffic.decision("h\(number).example", facts: facts)))
            batch.counts.append(count(id, 1))
        }
        traffic.receive(batch)
        #expect(traffic.table.counts.rows == 10 && traffic.table.counts.wouldFail == 1)
        #expect(traffic.table.counts.hiddenRows == 14 && traffic.table.counts.hiddenFailures == 11)
        #expect(traffic.content.uncountedDecisions == 14)
    }

    /// A tunnel that fails counts although there was no room for the decision that opened it.
    @Test func failingTunnelsCountWhereTheirOpeningHasNoRoom() {
        var traffic = ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
        traffic.kindLimit = 10
        var batch = LiveBatch()
        for number in 0..<12 {
            let facts = SampleTraffic.facts("h\(number).example")
            let id = LiveBatch.KindID(worker: 0, number: number)
            batch.kinds.append(.init(id: id, decision: SampleTraffic.decision("h\(number).example", facts: facts)))
            batch.counts.append(count(id, 1))
        }
        var tunnel = SampleTraffic.decision("h11.example", facts: SampleTraffic.facts("h11.example"))
        tunnel.decision = .wouldBlock
        tunnel.violations = [Finding(rule: .tunnelSNI, message: "Another name.", expected: "a", actual: "b")]
        let second = LiveBatch.KindID(worker: 0, number: 12)
        batch.kinds.append(.init(id: second, decision: tunnel, follows: .init(worker: 0, number: 11)))
        batch.counts.append(count(second, 1))
        traffic.receive(batch)
        #expect(traffic.table.counts.wouldFail == 1 && traffic.table.counts.rows == 10)
        #expect(traffic.table.counts.loads == 10 && traffic.content.uncountedDecisions == 3)
    }
}
