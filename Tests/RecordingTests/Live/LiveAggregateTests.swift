import InternetNames
import Recording
import Testing
import TransportSecurity

@Suite struct LiveAggregateTests {
    private let phone = IPAddress.v4(0xC000_0207)

    private func key(_ name: String) -> LiveKindKey { LiveKindKey { $0.combine(name) } }

    private func event(_ name: String) -> DecisionEvent {
        var event = DecisionEvent(
            time: Instant(milliseconds: 0), id: .text("1"), decision: .allowed)
        event.host = .name(name)
        return event
    }

    @discardableResult private func count(
        _ name: String, in aggregate: inout LiveAggregate, of device: IPAddress? = nil, at time: Int64 = 0,
        after first: Int? = nil, label: String? = nil
    ) -> Int {
        aggregate.count(
            key(name), of: device ?? phone, user: nil, in: label, at: Instant(milliseconds: time), after: first
        ) { event(name) }
    }

    @Test func firstLoadOfAKindIsSentWholeAndOthersAreCounted() throws {
        var aggregate = LiveAggregate(worker: 3)
        #expect(aggregate.isEmpty)
        let first = count("a", in: &aggregate, at: 10)
        count("a", in: &aggregate, at: 20)
        let second = count("a inside", in: &aggregate, at: 30, after: first)
        count("a", in: &aggregate, of: .v4(1), at: 40)
        var batch = aggregate.takeBatch()
        #expect(aggregate.isEmpty)
        #expect(batch.kinds.map(\.id) == [.init(worker: 3, number: first), .init(worker: 3, number: second)])
        #expect(batch.kinds.map(\.follows) == [nil, .init(worker: 3, number: first)])
        #expect(batch.kinds.map(\.decision.host) == [.name("a"), .name("a inside")])
        #expect(batch.counts.map(\.decisions) == [3, 1])
        #expect(batch.counts[0].first.milliseconds == 10 && batch.counts[0].last.milliseconds == 40)
        #expect(
            batch.counts[0].devices == [.init(address: phone, decisions: 2), .init(address: .v4(1), decisions: 1)])

        count("a", in: &aggregate, at: 50)
        batch = aggregate.takeBatch()
        #expect(batch.kinds.isEmpty)
        #expect(batch.counts.map(\.kind.number) == [first] && batch.counts.map(\.decisions) == [1])
        #expect(batch.counts[0].first.milliseconds == 50 && batch.counts[0].devices.count == 1)
    }

    @Test func loadsAreCountedByTestCase() {
        var aggregate = LiveAggregate(worker: 0)
        for number in 0..<70 { count("a", in: &aggregate, label: "test \(number)") }
        for _ in 0..<2 { count("a", in: &aggregate, label: "test 3") }
        count("a", in: &aggregate)
        let count = aggregate.takeBatch().counts[0]
        #expect(count.labels.count == 64 && count.labels[3] == .init(name: "test 3", decisions: 3))
        #expect(count.decisions == 73 && count.otherLabelDecisions == 6)
    }

    @Test func endsCountAtTheKindsOfTheirLoads() {
        var aggregate = LiveAggregate(worker: 0)
        let first = count("a", in: &aggregate)
        let second = count("a inside", in: &aggregate, after: first)
        _ = aggregate.takeBatch()
        let end = ClosedEvent(
            time: Instant(milliseconds: 5), id: .text("1"), host: nil, port: nil, bytesFromClient: 3,
            bytesFromServer: 4, durationMilliseconds: 1, endedBy: .client, how: .finished,
            clientRefusal: .init(evidence: "The client closed."))
        aggregate.end(first, with: LiveEnd(end), isFirst: true)
        aggregate.end(second, with: LiveEnd(end), isFirst: false)
        let batch = aggregate.takeBatch()
        #expect(batch.counts.map(\.decisions) == [0, 0])
        #expect(batch.counts.map(\.bytesFromClient) == [3, 3] && batch.counts.map(\.bytesFromServer) == [4, 4])
        #expect(batch.counts.map(\.clientRefusals) == [1, 0])
    }

    @Test func kindsAreForgottenWhenThereAreTooMany() {
        var aggregate = LiveAggregate(worker: 0, limit: 2)
        let old = count("a", in: &aggregate)
        count("b", in: &aggregate)
        _ = aggregate.takeBatch()
        count("a", in: &aggregate)
        let new = count("c", in: &aggregate)
        #expect(new == 2)
        // An open load of a forgotten kind ends.
        aggregate.end(
            old,
            with: LiveEnd(
                ClosedEvent(
                    time: Instant(milliseconds: 5), id: .text("1"), host: nil, port: nil, bytesFromClient: 3,
                    bytesFromServer: 4, durationMilliseconds: 1, endedBy: .client, how: .finished)), isFirst: true)
        var batch = aggregate.takeBatch()
        #expect(batch.counts.map(\.decisions) == [1, 1])
        #expect(batch.counts.map(\.bytesFromClient) == [0, 0])
        #expect(batch.firstKind == 2)
        #expect(count("a", in: &aggregate) == 3)
        batch = aggregate.takeBatch()
        #expect(batch.kinds.map(\.decision.host) == [.name("a")])
    }

    @Test func whatNobodyTakesIsBoundedAndItsLossCounted() {
        var aggregate = LiveAggregate(worker: 0, limit: 10)
        for number in 0..<1000 { count("\(number)", in: &aggregate) }
        let batch = aggregate.takeBatch()
        #expect(batch.kinds.count == 10)
        #expect(batch.counts.count <= 30)
        #expect(batch.lostDecisions > 900)
        for device in 0..<100 { count("x", in: &aggregate, of: .v4(UInt32(device))) }
        let count = aggregate.takeBatch().counts[0]
        #expect(count.devices.count == LiveBatch.Count.deviceLimit)
        #expect(count.otherDeviceDecisions == 100 - LiveBatch.Count.deviceLimit && count.decisions == 100)
    }
}
