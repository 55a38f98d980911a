import Recording
import TransportSecurity

/// The entries of the kinds of loads that the workers of a running proxy have seen. Several workers may have equal
/// kinds, which are one entry.
struct LiveKinds {
    /// The entries of the kinds of each worker, by their numbers.
    private var entries: [Int: [Int: Int]] = [:]
    /// The kinds of each worker that there is no room for.
    private var dropped: [Int: Set<Int>] = [:]
    /// The lowest number of a kind that each worker knows.
    private var firstKinds: [Int: Int] = [:]
    private var byContent: [Content: Int] = [:]

    /// What distinguishes the kinds of all workers.
    private struct Content: Hashable {
        var decision: DecisionEvent
        var follows: Int?
    }

    /// The entry of a kind; nil if there is none.
    subscript(id: LiveBatch.KindID) -> Int? { entries[id.worker]?[id.number] }

    /// The number of kinds.
    var count: Int { entries.values.reduce(0) { $0 + $1.count } }

    /// Forgets kinds after their worker has done so. They are kept for one more round, because loads that are still open
    /// may name them as their first decision.
    mutating func forgetKinds(after batch: LiveBatch) {
        guard let worker = batch.kinds.first?.id.worker ?? batch.counts.first?.kind.worker else { return }
        let first = firstKinds[worker] ?? 0
        guard batch.firstKind > first else { return }
        entries[worker] = entries[worker]?.filter { $0.key >= first }
        dropped[worker] = dropped[worker]?.filter { $0 >= first }
        firstKinds[worker] = batch.firstKind
    }

    /// Looks for an entry of equal loads, and keeps it as the one of this kind. Returns whether there is one.
    mutating func find(_ kind: LiveBatch.Kind) -> Bool {
        guard let known = byContent[content(of: kind)] else { return false }
        entries[kind.id.worker, default: [:]][kind.id.number] = known
        return true
    }

    /// Notes that there is no room for a kind.
    mutating func drop(_ kind: LiveBatch.Kind) {
        dropped[kind.id.worker, default: []].insert(kind.id.number)
    }

    /// Whether there was no room for a kind.
    func isDropped(_ id: LiveBatch.KindID) -> Bool { dropped[id.worker]?.contains(id.number) == true }

    /// Keeps the entry of a kind.
    mutating func note(_ kind: LiveBatch.Kind, at entry: Int) {
        entries[kind.id.worker, default: [:]][kind.id.number] = entry
        byContent[content(of: kind)] = entry
    }

    private func content(of kind: LiveBatch.Kind) -> Content {
        var decision = kind.decision
        decision.time = Instant(milliseconds: 0)
        decision.id = .text("")
        (decision.client, decision.user, decision.label) = (nil, nil, nil)
        (decision.path, decision.serverFacts) = (nil, nil)
        return Content(decision: decision, follows: kind.follows.flatMap { self[$0] })
    }
}
