import InternetNames
import Recording
import Testing
import TransportSecurity

@testable import Console

@Suite struct LiveKindsTests {
    private func kind(_ number: Int, _ host: String) -> LiveBatch.Kind {
        .init(id: .init(worker: 0, number: number), decision: SampleTraffic.decision(host))
    }

    /// What a worker has forgotten, it sends again under another number; the older number must not stay for ever.
    @Test func kindsAreForgottenWithTheirWorker() {
        var kinds = LiveKinds()
        for generation in 0..<10 {
            var batch = LiveBatch()
            batch.firstKind = generation * 10
            batch.kinds = (0..<10).map { kind(generation * 10 + $0, "h\($0).example") }
            for (index, kind) in batch.kinds.enumerated() where !kinds.find(kind) { kinds.note(kind, at: index) }
            kinds.forgetKinds(after: batch)
        }
        #expect(kinds.count == 20)
        // A load that was open while its kind was forgotten names it.
        #expect(kinds[.init(worker: 0, number: 85)] == 5)
        #expect(kinds[.init(worker: 0, number: 95)] == 5)
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
