/// The traffic that something was found of: by the first decision on a load, by the second, or by both.
struct ConcernedTraffic {
    private var decidedFirst = TrafficCount()
    private var decidedAgain = TrafficCount()

    /// Counts the loads of an entry.
    mutating func add(_ entry: TrafficEntry) {
        if entry.loads > 0 { decidedFirst.add(entry) }
        decidedAgain.addRepeats(of: entry)
    }

    /// All of it. What both decisions find, they most often find of the same loads, so the larger part stands for all.
    var total: TrafficCount {
        var total = decidedAgain.loads > decidedFirst.loads ? decidedAgain : decidedFirst
        let dates = [decidedFirst, decidedAgain].flatMap { [$0.first, $0.last] }.compactMap(\.self)
        (total.first, total.last) = (dates.min(), dates.max())
        return total
    }
}
