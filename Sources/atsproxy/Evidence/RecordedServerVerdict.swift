import Events
import InternetNames
import Judging
import OpenSSL
import RecordingInputs
import Recordings
import ServerChecks
import TransportSecurity

extension CheckResult.ServerVerdict {
    /// Creates the verdict on recorded loads of a server, with the facts that they name.
    init(
        recorded judged: JudgedEntry, at authority: Authority, in store: FactsStore,
        by evaluator: RecordedChainEvaluator
    ) {
        let entry = judged.entry
        let event = judged.judgedEvent
        let namedFacts = event.facts.flatMap { store[$0] }
        let facts = namedFacts.map { [$0] } ?? Array(store[authority].prefix(1))
        self.init(event: event, facts: facts)
        // The exception is shown by itself, so it is added to no policy. The recorded findings say whether it permits
        // the load or only leaves it to the app.
        let isLeftToApp = judged.violations.contains { $0.exception?.overridable == true }
        exception = SuggestedException(for: judged.violations, in: [:], isSufficient: { _ in !isLeftToApp })
        // The first handshake that succeeded is the judged one. A more relaxed ClientHello is only sent after a
        // refusal.
        if let handshake = facts.flatMap(\.attempts).compactMap({ try? $0.result.get() }).first {
            let chain = evaluator.evaluate(
                handshake, for: event.policy?.value.os ?? .newest, at: entry.last,
                trusting: store.roots(of: authority))
            observation = .secure(handshake, chain)
        } else if entry.isCleartext == true {
            observation = .cleartext(event.scheme ?? .http)
        }
    }
}

extension JudgedEntry {
    /// The last decision of the entry, with the verdict that the entry has now.
    fileprivate var judgedEvent: DecisionEvent {
        var event = entry.decision
        event.time = entry.last
        (event.decision, event.violations, event.warnings, event.notes) = (decision, violations, warnings, notes)
        // The recorded decision does not have this member. A second decision on the load shows that the app accepted
        // it.
        if entry.isAccepted { event.accepted = true }
        if let policy { event.policy = CachedJSON(uncached: policy) }
        return event
    }
}
