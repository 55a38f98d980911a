import Events
import Testing
import Traffic
import TransportSecurity

@Suite struct RecentLoadsTests {
    private static func kind(_ name: String) -> LoadKindID { LoadKindID(digest: Array(name.utf8)) }

    private static func decided(_ number: Int, _ kind: String = "a", after: String? = nil) -> RecentLoadEvent {
        let load = RecentLoad(
            kind: Self.kind(kind), after: after.map(Self.kind), time: Instant(milliseconds: Int64(number)),
            device: "192.0.2.7")
        return .decided(.text("load-\(number)"), load)
    }

    private static func ended(_ number: Int) -> RecentLoadEvent {
        .ended(
            .text("load-\(number)"), EndedLoad(bytesFromClient: 3, bytesFromServer: 4), milliseconds: 25,
            at: Instant(milliseconds: Int64(number) + 25))
    }

    private static func loads(_ events: [RecentLoadEvent], limit: Int = 10) -> RecentLoads {
        var loads = RecentLoads(limit: limit)
        loads.add(events)
        return loads
    }

    @Test func loadHasItsLastDecisionAndItsEndInWhateverOrder() throws {
        let events = [Self.decided(1), Self.decided(1, "b", after: "a"), Self.ended(1)]
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
            let all = Self.loads(order.map { events[$0] }).changes()
            let load = try #require(all.first?.load)
            #expect(all.count == 1 && all[0].id.text == "load-1")
            #expect(load.kind == Self.kind("b") && load.after == Self.kind("a"))
            #expect(load.milliseconds == 25 && load.bytes?.bytesFromServer == 4)
            #expect(load.time.milliseconds == 1 && load.device == "192.0.2.7")
        }
    }

    @Test func endWithoutADecisionIsNotListed() {
        #expect(Self.loads([Self.ended(1)]).changes().isEmpty)
    }

    /// The latest loads are kept by their time, in whatever order they arrive.
    @Test func latestAreKept() {
        for numbers in [Array(0..<95), Array((0..<95).reversed()), (0..<95).map { $0 * 37 % 95 }] {
            let loads = Self.loads(numbers.map { Self.decided($0) })
            #expect(loads.changes().map(\.load.time.milliseconds) == (85..<95).reversed().map(Int64.init))
        }
    }

    @Test func changesAreThoseSinceANumber() {
        var loads = Self.loads([Self.decided(1), Self.decided(2)])
        let before = loads.change
        #expect(loads.changes(after: before).isEmpty)
        loads.add([Self.ended(1)])
        #expect(loads.changes(after: before).map(\.id.text) == ["load-1"])
    }

    @Test func batchKeepsTheLatestEvents() {
        var aggregate = LiveAggregate()
        for number in 0..<LiveBatch.loadLimit + 5 {
            var event = DecisionEvent(
                time: Instant(milliseconds: Int64(number)), id: .text("\(number)"), from: .client(.init(listener: "l")),
                decision: .allowed)
            event.kind = Self.kind("a")
            aggregate.count(event, of: nil)
        }
        let times = aggregate.takeBatch().loads.map { event in
            switch event {
            case .decided(_, let load): load.time.milliseconds
            case .ended: Int64(-1)
            }
        }
        #expect(times == (5..<LiveBatch.loadLimit + 5).map(Int64.init))
        #expect(aggregate.takeBatch().loads.isEmpty)
    }
}
