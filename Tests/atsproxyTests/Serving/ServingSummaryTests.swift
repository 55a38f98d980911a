import TerminalDisplay
import Events
import InternetNames
import Testing
import TransportSecurity

@testable import atsproxy

@Suite struct ServingSummaryTests {
    private func lines(hosts: Int, recording: ServingSummary.Recording = .none) -> [String] {
        var tally = TrafficTally()
        var event = DecisionEvent(
            time: Instant(milliseconds: 0), id: .text("1"), from: .client(.init(listener: "l")), decision: .blocked)
        event.violations = [Finding(rule: .cleartext, message: "", expected: "https", actual: "http")]
        for number in 0..<hosts { _ = tally.count(event, at: .name("\(number).test"), after: nil) }
        return ServingSummary(tally: tally, recording: recording).lines
    }

    /// A device keeps nothing that a next command could read.
    @Test(arguments: [("/dev/null", false), ("/dev/full", false), ("/nonexistent/a.jsonl", true)])
    func nextCommandsReadARecordingThatWasKept(path: String, isNamed: Bool) {
        #expect(lines(hosts: 1, recording: .file(path)).contains { $0.contains(path) } == isNamed)
    }

    @Test func aListThatWasCutSaysSo() {
        let whole = lines(hosts: TrafficTally.limit)
        let cut = lines(hosts: TrafficTally.limit + 1)
        #expect(!whole.contains { $0.contains("is cut") })
        #expect(cut.contains { $0.hasPrefix("this list is cut: hosts beyond 10,000 ") }, "\(cut)")
        #expect(cut.first?.contains("of more than 10,000 hosts: ") == true)
    }
}
