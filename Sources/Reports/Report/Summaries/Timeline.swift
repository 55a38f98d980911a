import Judging
import Traffic

/// The loads of a report over time: all loads, and the loads with a violation.
public struct Timeline: Hashable, Sendable {
    /// All loads.
    public private(set) var loads = LoadHistogram()
    /// The loads with a violation.
    public private(set) var violating = LoadHistogram()

    /// Creates the timeline of entries with their verdicts.
    init(of entries: [JudgedEntry]) {
        for judged in entries {
            if judged.entry.loads > 0 { loads.add(judged.entry.times) }
            let first = judged.entry.firstDecisionIndex.map { entries[$0] }
            if judged.addsViolatedLoads(after: first) { violating.add(judged.entry.times) }
        }
        violating = violating.aligned(with: loads)
    }

    /// Creates a timeline without loads.
    public init() {}

    /// The number of loads with a violation.
    public var violatingLoads: Int { violating.intervals.reduce(0) { $0 + $1.loads } }
}

extension JudgedEntry {
    /// Whether its loads have a violation that no other entry counts: a second decision counts unless the first one on
    /// the same loads has a violation, too.
    ///
    /// - Parameter first: For second decisions, the entry of the first ones.
    func addsViolatedLoads(after first: JudgedEntry?) -> Bool {
        !violations.isEmpty && first?.violations.isEmpty != false
    }
}
