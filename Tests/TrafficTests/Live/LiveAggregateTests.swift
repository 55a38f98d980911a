import Events
import InternetNames
import Testing
import Traffic
import TransportSecurity

@Suite struct LiveAggregateTests {
    private let phone = IPAddress.v4(0xC000_0207)

    private func kind(_ name: String) -> LoadKindID { LoadKindID(digest: Array(name.utf8)) }

    private func count(
        _ name: String, in aggregate: inout LiveAggregate, of device: IPAddress? = nil, at time: Int64 = 0,
        after first: String? = nil, label: String? = nil
    ) {
        var event = DecisionEvent(
            time: Instant(milliseconds: time), id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        event.client?.label = label
        (event.host, event.kind, event.firstKind) = (.name(name), kind(name), first.map(kind))
        aggregate.count(event, of: device ?? phone)
    }

    private func end(_ name: String?, in aggregate: inout LiveAggregate, after first: String? = nil) {
        var end = ClosedEvent(
            time: Instant(milliseconds: 5), id: .text("1"), host: nil, port: nil, bytesFromClient: 3,
            bytesFromServer: 4, durationMilliseconds: 1, endedBy: .client, how: .finished,
            clientRefusal: .init(evidence: "The client closed."))
        (end.kind, end.firstKind) = (name.map(kind), first.map(kind))
        aggregate.count(end)
    }

    @Test func firstLoadOfAKindIsSentWholeAndOthersAreCounted() throws {
        var aggregate = LiveAggregate()
        #expect(aggregate.isEmpty)
        count("a", in: &aggregate, at: 10)
        count("a", in: &aggregate, at: 20)
        count("b", in: &aggregate, at: 30, after: "a")
        count("a", in: &aggregate, of: .v4(1), at: 40)
        var batch = aggregate.takeBatch()
        #expect(aggregate.isEmpty)
        #expect(batch.kinds.map(\.id) == [kind("a"), kind("b")])
        #expect(batch.kinds.map(\.decision.host) == [.name("a"), .name("b")])
        #expect(batch.counts.map(\.row) == [.init(kind("a")), .init(kind("b"), after: kind("a"))])
        #expect(batch.counts.map(\.decisions) == [3, 1])
        #expect(batch.counts[0].first.milliseconds == 10 && batch.counts[0].last.milliseconds == 40)
        #expect(
            batch.counts[0].devices == [.init(address: phone, decisions: 2), .init(address: .v4(1), decisions: 1)])

        count("a", in: &aggregate, at: 50)
        batch = aggregate.takeBatch()
        #expect(batch.kinds.isEmpty)
        #expect(batch.counts.map(\.row) == [.init(kind("a"))] && batch.counts.map(\.decisions) == [1])
        #expect(batch.counts[0].first.milliseconds == 50 && batch.counts[0].devices.count == 1)
    }

    @Test func aClockThatIsSetBackTurnsNoPeriodAround() {
        var aggregate = LiveAggregate()
        for time: Int64 in [50, 10, 40] { count("a", in: &aggregate, at: time) }
        let count = aggregate.takeBatch().counts[0]
        #expect(count.first.milliseconds == 10 && count.last.milliseconds == 50)
    }

    @Test func loadsAreCountedByTestCase() {
        var aggregate = LiveAggregate()
        for number in 0..<70 { count("a", in: &aggregate, label: "test \(number)") }
        for _ in 0..<2 { count("a", in: &aggregate, label: "test 3") }
        count("a", in: &aggregate)
        let count = aggregate.takeBatch().counts[0]
        #expect(count.labels.count == 64 && count.labels[3] == .init(name: "test 3", decisions: 3))
        #expect(count.decisions == 73 && count.otherLabelDecisions == 6)
    }

    @Test func endsCountInTheRowsThatTheyName() {
        var aggregate = LiveAggregate()
        count("a", in: &aggregate)
        _ = aggregate.takeBatch()
        end("a", in: &aggregate)
        end("b", in: &aggregate, after: "a")
        // A decision that comes later has this end.
        end(nil, in: &aggregate)
        let batch = aggregate.takeBatch()
        #expect(batch.counts.map(\.row) == [.init(kind("a")), .init(kind("b"), after: kind("a"))])
        #expect(batch.counts.map(\.decisions) == [0, 0] && batch.counts.map(\.clientRefusals) == [1, 1])
        #expect(batch.counts.map(\.bytesFromClient) == [3, 3] && batch.counts.map(\.bytesFromServer) == [4, 4])
    }

    @Test func endsBeforeTheDecisionCountWithIt() {
        var aggregate = LiveAggregate()
        var event = DecisionEvent(
            time: Instant(milliseconds: 9), id: .text("1"), from: .client(.init(listener: "l")), decision: .allowed)
        (event.kind, event.ended) = (kind("a"), EndedLoad(bytesFromClient: 3, bytesFromServer: 4, clientRefusal: true))
        aggregate.count(event, of: phone)
        let count = aggregate.takeBatch().counts[0]
        #expect(count.decisions == 1 && count.clientRefusals == 1)
        #expect(count.bytesFromClient == 3 && count.bytesFromServer == 4)
    }

    @Test func forgottenKindsAreSentAgain() {
        var aggregate = LiveAggregate(limit: 2)
        for name in ["a", "b"] { count(name, in: &aggregate) }
        _ = aggregate.takeBatch()
        for name in ["a", "c"] { count(name, in: &aggregate) }
        #expect(aggregate.takeBatch().kinds.map(\.decision.host) == [.name("c")])
        count("a", in: &aggregate)
        #expect(aggregate.takeBatch().kinds.map(\.decision.host) == [.name("a")])
    }

    @Test func whatNobodyTakesIsBoundedAndItsLossCounted() {
        var aggregate = LiveAggregate(limit: 10)
        for number in 0..<1000 { count("\(number)", in: &aggregate) }
        let batch = aggregate.takeBatch()
        #expect(batch.kinds.count == 10 && batch.counts.count == 10)
        #expect(batch.lostDecisions == 990)
        for device in 0..<100 { count("x", in: &aggregate, of: .v4(UInt32(device))) }
        let count = aggregate.takeBatch().counts[0]
        #expect(count.devices.count == LiveBatch.Count.deviceLimit)
        #expect(count.otherDeviceDecisions == 100 - LiveBatch.Count.deviceLimit && count.decisions == 100)
    }
}
