import Recordings
import Testing
import Traffic

@testable import Console

@Suite struct TrafficSelectionTests {
    /// The entry of the first decisions counts the loads of the second ones.
    @Test(arguments: [("192.0.2.7", [nil, 0], 1), ("192.0.2.8", [], 3)] as [(String, [Int?], Int)])
    func secondDecisionsAreChosenOnlyWithTheFirst(device: String, firstIndices: [Int?], others: Int) {
        let decision = SampleTraffic.decision("a.example")
        var second = SampleTraffic.entry(decision, device: "192.0.2.7")
        second.devices.add(1, of: "192.0.2.8")
        second.firstDecisionIndex = 1
        let traffic = SampleTraffic.traffic([
            SampleTraffic.entry(decision, device: "192.0.2.9"), SampleTraffic.entry(decision), second,
        ])
        var selection = TrafficSelection()
        selection.devices = [device]
        let chosen = selection.chosen(from: JudgedTraffic(RecordedInput(traffic)))
        #expect(chosen.entries.map(\.entry.firstDecisionIndex) == firstIndices)
        #expect(chosen.otherEntries.count == others)
    }
}
