import Events
import InternetNames
import Testing
import Traffic
import TransportSecurity

@testable import Console

@Suite struct LiveRowsTests {
    private func model() -> ConsoleModel {
        ConsoleModel(
            ConsoleSettings(version: "1.0.0", session: "s1", source: .live, started: SampleTraffic.now),
            judge: SampleTraffic.judge)
    }

    private func id(_ number: Int) -> LoadKindID {
        LoadKindID(digest: [UInt8](repeating: UInt8(number + 1), count: 16))
    }

    private func count(
        _ id: LoadKindID, _ decisions: Int, after first: LoadKindID? = nil, device: UInt32 = 0xC000_0207
    ) -> LiveBatch.Count {
        var count = LiveBatch.Count(LiveBatch.Row(id, after: first), at: SampleTraffic.now)
        count.decisions = decisions
        count.devices = [.init(address: .v4(device), user: "ann", decisions: decisions)]
        return count
    }

    @Test func equalKindsOfSeveralWorkersAreOneRow() throws {
        let model = model()
        let facts = SampleTraffic.facts("old.example", newest: .tls1_0)
        for worker in 0..<2 {
            let id = id(0)
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
        let (first, second) = (id(0), id(1))
        var tunnel = SampleTraffic.decision("a.example", facts: facts)
        tunnel.tls = CachedJSON(uncached: TLSSummary(tunnel: .tls1_2, cipherSuite: CipherSuite(rawValue: 0xC02F)))
        tunnel.decision = .blocked
        tunnel.violations = [Finding(rule: .tunnelSNI, message: "Another name.", expected: "a", actual: "b")]
        var batch = LiveBatch()
        batch.facts = [facts]
        batch.kinds = [
            .init(id: first, decision: SampleTraffic.decision("a.example", facts: facts)),
            .init(id: second, decision: tunnel),
        ]
        batch.counts = [count(first, 2), count(second, 2, after: first)]
        model.receive(batch)
        let rows = try model.rows()
        #expect(rows.count == 1)
        #expect(rows[0]["loads"] as? Int == 2)
        #expect(rows[0]["verdict"] as? String == "blocked")
    }

    @Test func changesHaveOnlyTheChangedRows() throws {
        let model = model()
        let ids = (0..<3).map(id)
        var batch = LiveBatch()
        batch.kinds = ids.enumerated().map { .init(id: $1, decision: SampleTraffic.decision("h\($0).example")) }
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

    @Test func aLaterAnswerToHTTPSChangesTheFix() throws {
        let model = model()
        let id = id(0)
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
            let id = id(number)
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
            let id = id(number)
            batch.kinds.append(.init(id: id, decision: SampleTraffic.decision("h\(number).example", facts: facts)))
            batch.counts.append(count(id, 1))
        }
        var tunnel = SampleTraffic.decision("h11.example", facts: SampleTraffic.facts("h11.example"))
        tunnel.decision = .wouldBlock
        tunnel.violations = [Finding(rule: .tunnelSNI, message: "Another name.", expected: "a", actual: "b")]
        batch.kinds.append(.init(id: id(12), decision: tunnel))
        batch.counts.append(count(id(12), 1, after: id(11)))
        traffic.receive(batch)
        #expect(traffic.table.counts.wouldFail == 1 && traffic.table.counts.rows == 10)
        #expect(traffic.table.counts.loads == 10 && traffic.content.uncountedDecisions == 3)
    }

    /// What a worker has forgotten, it sends again.
    @Test func kindsThatAreSentAgainAreOneRow() throws {
        let model = model()
        for _ in 0..<3 {
            var batch = LiveBatch()
            batch.kinds = [.init(id: id(0), decision: SampleTraffic.decision("a.example"))]
            batch.counts = [count(id(0), 2)]
            model.receive(batch)
        }
        let rows = try model.rows()
        #expect(rows.count == 1 && rows[0]["loads"] as? Int == 6)
    }

    /// The end of a load counts at its last decision, and its bytes are those of the first one's row as well.
    @Test func endsAfterSecondDecisionsCountAtTheFirst() {
        var traffic = ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
        var batch = LiveBatch()
        batch.kinds = (0..<2).map { .init(id: id($0), decision: SampleTraffic.decision("a.example")) }
        batch.counts = [count(id(0), 1), count(id(1), 1, after: id(0))]
        (batch.counts[1].bytesFromClient, batch.counts[1].clientRefusals) = (7, 1)
        traffic.receive(batch)
        let entries = traffic.content.entries
        #expect(entries.map(\.bytesFromClient) == [7, 0] && entries.map(\.repeatedBytesFromClient) == [0, 7])
        #expect(entries.map(\.clientRefusals) == [1, 0] && entries.map(\.loads) == [1, 0])
    }

    @Test func factsOfARunningProxyAreBounded() {
        var traffic = ConsoleTraffic(judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
        traffic.factLimit = 1
        var batch = LiveBatch()
        batch.facts = ["a.example", "b.example", "a.example"].map { SampleTraffic.facts($0) }
        traffic.receive(batch)
        #expect(traffic.lostFacts == 1)
        #expect(traffic.content.facts.contains(batch.facts[0].id) && !traffic.content.facts.contains(batch.facts[1].id))
    }
}
