import Traffic

/// The traffic with a finding. The finding may be one of the first decision on a load, of the second one, or of both.
package struct AffectedTraffic {
    /// The loads with the finding in their first decision.
    private var firstDecisions = TrafficCount()
    /// The loads with the finding in their second decision.
    private var secondDecisions = TrafficCount()

    /// Creates a count without loads.
    package init() {}

    /// Adds the loads of an entry.
    package mutating func add(_ entry: TrafficEntry) {
        if entry.loads > 0 { firstDecisions.add(entry) }
        secondDecisions.addRepeats(of: entry)
    }

    /// The total. A finding of both decisions usually concerns the same loads, so the larger count is used.
    package var total: TrafficCount {
        var total = secondDecisions.loads > firstDecisions.loads ? secondDecisions : firstDecisions
        let dates = [firstDecisions, secondDecisions].flatMap { [$0.first, $0.last] }.compactMap(\.self)
        (total.first, total.last) = (dates.min(), dates.max())
        return total
    }
}
