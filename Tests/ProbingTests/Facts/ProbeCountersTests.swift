import ForwardProxy
import Testing
import TransportSecurity

@testable import Probing

@Suite struct ProbeCountersTests {
    @Test func probesAreCountedByResult() {
        let counters = ProbeCounters()
        counters.running.add(3)
        counters.ended(.failed(.prohibited), after: 7)
        counters.ended(.facts(FactsCacheTests.facts("a", at: 0)), after: 2600)
        #expect(ProbeCounters.Outcome.allCases.map(counters.results.value) == [0, 1, 1])
        #expect(counters.running.value == 1)
        #expect(counters.durations.value.count == 2 && counters.durations.value.sum == 2.607)
    }
}
