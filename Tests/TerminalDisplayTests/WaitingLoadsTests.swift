import Events
import EventSamples
import InternetNames
import Testing
import TransportSecurity

@testable import TerminalDisplay

@Suite struct WaitingLoadsTests {
    private func event(_ id: Int, _ decision: Decision, _ rules: [RuleID] = []) -> DecisionEvent {
        var event = DecisionEvent(
            time: Samples.time, id: .text("\(id)"), from: .client(.init(listener: "l")), decision: decision)
        event.host = .name("host.test")
        event.violations = rules.map { Finding(rule: $0, message: "", expected: "TLSv1.2", actual: "TLSv1.0") }
        return event
    }

    @Test func joinsBothDecisionsOfALoad() {
        for (first, second) in [(RuleID.tlsVersion, RuleID.tunnelVersion), (.tunnelVersion, .tlsVersion)] {
            var waiting = WaitingLoads()
            #expect(waiting.add(event(1, .wouldBlock, [first]), at: 0).isEmpty)
            let shown = waiting.add(event(1, .wouldBlock, [second]), at: 5)
            #expect(shown.map { $0.decisions.violations.map(\.rule) } == [[.tlsVersion]])
            #expect(waiting.deadline == nil)
        }
    }

    @Test func showsTheWorstOutcome() {
        let outcomes: [Decision] = [.allowed, .failed, .wouldBlock, .blocked]
        for (place, worse) in outcomes.enumerated().dropFirst() {
            for better in outcomes[..<place] where better != .failed {
                var waiting = WaitingLoads()
                var shown = waiting.add(event(1, better), at: 0)
                shown += waiting.add(event(1, worse, [.tunnelCipher]), at: 1)
                #expect(shown.last?.decisions.decision == worse)
                #expect(shown.last?.isCorrection == (shown.count > 1))
            }
        }
    }

    @Test(arguments: [Decision.blocked, .failed])
    func blockedAndFailedLoadsDoNotWait(decision: Decision) {
        var waiting = WaitingLoads()
        #expect(waiting.add(event(1, decision), at: 0).count == 1)
        #expect(waiting.add(event(1, .allowed), at: 1).isEmpty)
    }

    @Test func loadsWaitForALimitedTime() {
        var waiting = WaitingLoads()
        _ = waiting.add(event(1, .allowed), at: 0)
        _ = waiting.add(event(2, .allowed), at: 100)
        #expect(waiting.release(at: WaitingLoads.waitingTime - 1).isEmpty)
        #expect(waiting.release(at: WaitingLoads.waitingTime).map(\.decisions.id) == [.text("1")])
        #expect(waiting.deadline == WaitingLoads.waitingTime + 100)
        #expect(waiting.close(.text("2")).count == 1)
        #expect(waiting.close(.text("2")).isEmpty && waiting.deadline == nil)
    }

    @Test func aLateDecisionIsShownIfItIsWorse() {
        var waiting = WaitingLoads()
        _ = waiting.add(event(1, .allowed), at: 0)
        _ = waiting.release(at: 1000)
        #expect(waiting.add(event(1, .allowed), at: 2000).isEmpty)
        let correction = waiting.add(event(1, .blocked, [.tunnelSNI]), at: 3000)
        #expect(correction.map(\.isCorrection) == [true])
        #expect(waiting.add(event(1, .blocked, [.tunnelSNI]), at: 4000).isEmpty)
    }

    @Test func waitingLoadsAreLimited() {
        var waiting = WaitingLoads()
        var shown = 0
        for id in 0..<(3 * WaitingLoads.limit) { shown += waiting.add(event(id, .allowed), at: 0).count }
        #expect(shown == 2 * WaitingLoads.limit)
        #expect(waiting.releaseAll().count == WaitingLoads.limit)
    }
}
