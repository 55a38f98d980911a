import Traffic

/// The traffic with a finding, in the first decision on a load, in the second, or in both.
package struct AffectedTraffic {
    private var decidedFirst = TrafficCount()
    private var decidedAgain = TrafficCount()

    /// Creates the traffic of no load.
    package init() {}

    /// Adds the loads of an entry.
    package mutating func add(_ entry: TrafficEntry) {
        if entry.loads > 0 { decidedFirst.add(entry) }
        decidedAgain.addRepeats(of: entry)
    }

    /// The total. A finding of both decisions usually concerns the same loads, so the larger count is used.
    package var total: TrafficCount {
        var total = decidedAgain.loads > decidedFirst.loads ? decidedAgain : decidedFirst
        let dates = [decidedFirst, decidedAgain].flatMap { [$0.first, $0.last] }.compactMap(\.self)
        (total.first, total.last) = (dates.min(), dates.max())
        return total
    }
}
