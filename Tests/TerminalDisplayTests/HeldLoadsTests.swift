import Events
import EventSamples
import InternetNames
import Testing
import TransportSecurity

@testable import TerminalDisplay

@Suite struct HeldLoadsTests {
    private func event(_ id: Int, _ decision: Decision, _ rules: [RuleID] = []) -> DecisionEvent {
        var event = DecisionEvent(
            time: Samples.time, id: .text("\(id)"), from: .client(.init(listener: "l")), decision: decision)
        event.host = .name("host.test")
        event.violations = rules.map { Finding(rule: $0, message: "", expected: "TLSv1.2", actual: "TLSv1.0") }
        return event
    }

    @Test func joinsBothDecisionsOfALoad() {
        for (first, second) in [(RuleID.tlsVersion, RuleID.tunnelVersion), (.tunnelVersion, .tlsVersion)] {
            var held = HeldLoads()
            #expect(held.add(event(1, .wouldBlock, [first]), at: 0).isEmpty)
            let shown = held.add(event(1, .wouldBlock, [second]), at: 5)
            #expect(shown.map { $0.decisions.violations.map(\.rule) } == [[.tlsVersion]])
            #expect(held.deadline == nil)
        }
    }

    @Test func showsTheWorstOutcome() {
        let outcomes: [Decision] = [.allowed, .failed, .wouldBlock, .blocked]
        for (place, worse) in outcomes.enumerated().dropFirst() {
            for better in outcomes[..<place] where better != .failed {
                var held = HeldLoads()
                var shown = held.add(event(1, better), at: 0)
                shown += held.add(event(1, worse, [.tunnelCipher]), at: 1)
                #expect(shown.last?.decisions.decision == worse)
                #expect(shown.last?.isCorrection == (shown.count > 1))
            }
        }
    }

    @Test(arguments: [Decision.blocked, .failed])
    func doesNotHoldWhatIsOver(decision: Decision) {
        var held = HeldLoads()
        #expect(held.add(event(1, decision), at: 0).count == 1)
        #expect(held.add(event(1, .allowed), at: 1).isEmpty)
    }

    @Test func holdsNoLongerThanIsBearable() {
        var held = HeldLoads()
        _ = held.add(event(1, .allowed), at: 0)
        _ = held.add(event(2, .allowed), at: 100)
        #expect(held.release(at: HeldLoads.patience - 1).isEmpty)
        #expect(held.release(at: HeldLoads.patience).map(\.decisions.id) == [.text("1")])
        #expect(held.deadline == HeldLoads.patience + 100)
        #expect(held.close(.text("2")).count == 1)
        #expect(held.close(.text("2")).isEmpty && held.deadline == nil)
    }

    @Test func aLateDecisionIsShownIfItIsWorse() {
        var held = HeldLoads()
        _ = held.add(event(1, .allowed), at: 0)
        _ = held.release(at: 1000)
        #expect(held.add(event(1, .allowed), at: 2000).isEmpty)
        let correction = held.add(event(1, .blocked, [.tunnelSNI]), at: 3000)
        #expect(correction.map(\.isCorrection) == [true])
        #expect(held.add(event(1, .blocked, [.tunnelSNI]), at: 4000).isEmpty)
    }

    @Test func holdsALimitedNumber() {
        var held = HeldLoads()
        var shown = 0
        for id in 0..<(3 * HeldLoads.limit) { shown += held.add(event(id, .allowed), at: 0).count }
        #expect(shown == 2 * HeldLoads.limit)
        #expect(held.releaseAll().count == HeldLoads.limit)
    }
}
