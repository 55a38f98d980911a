import Recording
import TransportSecurity

/// The entries of the kinds of loads that the workers of a running proxy have seen. Several workers may have equal kinds,
/// which are one entry.
struct LiveKinds {
    private var entries: [LiveBatch.KindID: Int] = [:]
    private var byContent: [Content: Int] = [:]

    /// What distinguishes the kinds of all workers.
    private struct Content: Hashable {
        var decision: DecisionEvent
        var follows: Int?
    }

    /// The entry of a kind; nil if there is none.
    subscript(id: LiveBatch.KindID) -> Int? { entries[id] }

    /// Looks for an entry of equal loads, and keeps it as the one of this kind. Returns whether there is one.
    mutating func find(_ kind: LiveBatch.Kind) -> Bool {
        guard let known = byContent[content(of: kind)] else { return false }
        entries[kind.id] = known
        return true
    }

    /// Keeps the entry of a kind.
    mutating func note(_ kind: LiveBatch.Kind, at entry: Int) {
        entries[kind.id] = entry
        byContent[content(of: kind)] = entry
    }

    private func content(of kind: LiveBatch.Kind) -> Content {
        var decision = kind.decision
        decision.time = Instant(milliseconds: 0)
        decision.id = .text("")
        (decision.client, decision.user, decision.path, decision.serverFacts) = (nil, nil, nil, nil)
        return Content(decision: decision, follows: kind.follows.flatMap { entries[$0] })
    }
}
