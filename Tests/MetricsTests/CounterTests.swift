import Dispatch
import Testing

@testable import Metrics

@Suite struct CounterTests {
    /// However many threads count at once, nothing is lost.
    @Test func countsExactlyOnManyThreads() {
        let counter = Counter()
        let gauge = Gauge()
        let table = CounterTable(["a", "b"])
        let histogram = Histogram(bounds: [1, 10])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<10_000 {
                counter.add()
                gauge.add(thread % 2 == 0 ? 1 : -1)
                table.add(2, of: number % 2 == 0 ? "a" : "b")
                histogram.observe(milliseconds: number % 20)
            }
        }
        #expect(counter.value == 80_000)
        #expect(gauge.value == 0)
        #expect(table.value(of: "a") == 80_000 && table.value(of: "b") == 80_000)
        #expect(histogram.value.counts == [8000, 36_000, 36_000])
        #expect(histogram.value.sum == 760)
    }

    @Test func gaugesAreSet() {
        let gauge = Gauge()
        gauge.set(5)
        gauge.add(-2)
        #expect(gauge.value == 3)
    }

    /// A table holds the keys that it was made with, so that no traffic makes it grow.
    @Test func tablesHaveNoOtherKeys() {
        enum Key: String, CaseIterable { case a, b }
        let table = CounterTable<Key>()
        table.add(of: .b)
        #expect(Key.allCases.map(table.value) == [0, 1])
        let texts = CounterTable(["a", "a"])
        texts.add(of: "c")
        #expect(texts.value(of: "a") == 0 && texts.value(of: "c") == 0)
    }
}
