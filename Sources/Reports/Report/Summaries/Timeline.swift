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
            if judged.entry.loads > 0 {
                loads.add(judged.entry.times)
                if !judged.violations.isEmpty { violating.add(judged.entry.times) }
            } else if !judged.violations.isEmpty {
                // The violation of a second decision counts unless the first decision on the load has one, too.
                let first = judged.entry.firstDecisionIndex.map { entries[$0] }
                if first?.violations.isEmpty != false { violating.add(judged.entry.times) }
            }
        }
        violating = violating.aligned(with: loads)
    }

    /// Creates a timeline without loads.
    public init() {}

    /// The number of loads with a violation.
    public var violatingLoads: Int { violating.intervals.reduce(0) { $0 + $1.loads } }
}
