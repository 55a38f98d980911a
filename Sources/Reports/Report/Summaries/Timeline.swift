import Judging
import Traffic

/// The loads of a report over time, and those of them with a violation.
public struct Timeline: Hashable, Sendable {
    /// All loads.
    public private(set) var loads = LoadHistogram()
    /// The loads with a violation.
    public private(set) var violating = LoadHistogram()

    /// Creates the timeline of entries with their verdicts.
    init(of entries: [JudgedEntry]) {
        for judged in entries {
            if judged.entry.loads > 0 {
                loads.add(judged.entry.times)
                if !judged.violations.isEmpty { violating.add(judged.entry.times) }
            } else if !judged.violations.isEmpty, !Self.isCounted(judged.entry, entries) {
                violating.add(judged.entry.times)
            }
        }
        violating = violating.aligned(with: loads)
    }

    /// Creates a timeline without loads.
    public init() {}

    /// Whether the first decisions on the loads of an entry of second decisions have a violation as well.
    private static func isCounted(_ entry: TrafficEntry, _ entries: [JudgedEntry]) -> Bool {
        entry.firstDecisionIndex.map { !entries[$0].violations.isEmpty } ?? false
    }

    /// The number of loads with a violation.
    public var violatingLoads: Int { violating.intervals.reduce(0) { $0 + $1.loads } }
}
