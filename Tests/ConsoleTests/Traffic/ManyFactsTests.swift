import Events
import InternetNames
import Recordings
import Testing
import Traffic
import TransportSecurity
@testable import Console

/// A recording can have many facts about one server, and many kinds of loads from it.
@Suite struct ManyFactsTests {
    @Test func timeDoesNotGrowWithTheFactsOfEachLoad() throws {
        let number = 3000
        let facts = (0..<number).map { index in
            var event = SampleTraffic.facts("a.example")
            event.id = "sha256:\(index)"
            event.time = SampleTraffic.now + Int64(index)
            return event
        }
        let entry = SampleTraffic.entry(SampleTraffic.decision("a.example", facts: facts[0]))
        let traffic = SampleTraffic.traffic(Array(repeating: entry, count: number), facts: facts)
        var row: ConsoleRow?
        let time = ContinuousClock().measure {
            let shown = ConsoleTraffic(
                RecordedInput(traffic), judge: SampleTraffic.judge, publicSuffixes: PublicSuffixes())
            row = shown.table.rows.first
        }
        #expect(row?.probed == facts.last?.time && row?.loads == number)
        #expect(time < .seconds(30))
    }
}
