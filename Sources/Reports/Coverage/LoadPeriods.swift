import Traffic
import TransportSecurity

/// The times of loads, as far as recordings state them: ranges that have all loads.
///
/// Beyond 64 ranges, the range from the first load to the last takes their place.
struct LoadPeriods: Hashable, Sendable {
    /// The ranges. A single time is a range as well.
    private(set) var ranges: Set<ClosedRange<Instant>> = []

    private static let limit = 64

    /// Adds the times of decisions, if they are given.
    mutating func add(_ counts: LoadCounts?) {
        guard let counts else { return }
        for range in counts.ranges { ranges.insert(range) }
        guard ranges.count > Self.limit, let first = ranges.map(\.lowerBound).min(),
            let last = ranges.map(\.upperBound).max()
        else { return }
        ranges = [first...last]
    }
}

extension LoadCounts {
    /// The ranges of time that have all decisions. Of two decisions, the times are known. Of more, the intervals of the
    /// histogram are.
    fileprivate var ranges: [ClosedRange<Instant>] {
        // A faulty recording may have its times in the wrong order.
        let (first, last) = (min(self.first, self.last), max(self.first, self.last))
        guard decisions > 2 else { return [first...first, last...last] }
        let loads = times.intervals.reduce(0) { $0 + $1.loads }
        guard loads >= decisions else { return [first...last] }
        return times.intervals.filter { $0.loads > 0 }.map { interval in
            let end = min(last, interval.start + times.seconds)
            return min(max(first, interval.start), end)...end
        }
    }
}
