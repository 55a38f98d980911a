import JSONWriting
import TransportSecurity

/// The number of loads over time, in at most 64 intervals of equal length.
///
/// The intervals are as short as the time from the first load to the last permits. The result therefore does not depend
/// on the order of the loads.
public struct LoadHistogram: Hashable, Sendable {
    /// The index of the interval length in `lengths`.
    private var lengthIndex = 0
    /// The number of the first interval, counted from the Unix epoch.
    public private(set) var start: Int64 = 0
    /// The number of loads in each interval.
    public private(set) var counts: [UInt32] = []

    /// The largest number of intervals.
    public static let limit = 64

    /// The interval lengths in seconds. Each divides the next. `limit` intervals of the greatest length, which is about
    /// 940 years, have room for all times that events can state.
    private static let lengths: [Int64] = [
        1, 5, 15, 60, 300, 900, 3600, 10_800, 43_200, 86_400, week, 4 * week, 48 * week, 768 * week, 49_152 * week,
    ]
    private static let week: Int64 = 604_800

    /// The times that events can state in RFC 3339, in seconds: those of the years 0 to 9999, with a leap second at the
    /// end.
    private static let times =
        Instant(year: 0, month: 1, day: 1).seconds...Instant(year: 10_000, month: 1, day: 1).seconds

    /// Creates a histogram without loads.
    public init() {}

    /// Creates a histogram from its members; nil if no histogram has such members.
    ///
    /// - Parameters:
    ///   - seconds: The length of the intervals.
    ///   - start: The number of the first interval, counted from the Unix epoch.
    ///   - counts: The number of loads in each interval.
    public init?(seconds: Int64, start: Int64, counts: [UInt32]) {
        guard let lengthIndex = Self.lengths.firstIndex(of: seconds), counts.count <= Self.limit else { return nil }
        let first = Self.quotient(of: Self.times.lowerBound, by: seconds)
        let last = Self.quotient(of: Self.times.upperBound, by: seconds)
        guard (first...last).contains(start), counts.isEmpty || start + Int64(counts.count) - 1 <= last else {
            return nil
        }
        (self.lengthIndex, self.start, self.counts) = (lengthIndex, start, counts)
    }

    /// The length of the intervals in seconds.
    public var seconds: Int64 { Self.lengths[lengthIndex] }

    /// Whether there are no loads.
    public var isEmpty: Bool { counts.isEmpty }

    /// The intervals from the first with loads to the last, in order.
    public var intervals: [(start: Instant, loads: Int)] {
        counts.enumerated().map { index, count in
            (Instant(seconds: (start + Int64(index)) * seconds), Int(count))
        }
    }

    /// Adds loads at a time.
    public mutating func add(_ loads: Int = 1, at time: Instant) {
        add(UInt32(clamping: loads), atSecond: time.seconds)
    }

    /// A histogram of fewer loads with about the same distribution over time.
    public func scaled(to loads: Int) -> LoadHistogram {
        let total = counts.reduce(0) { $0 + Int($1) }
        guard loads < total else { return self }
        var scaled = self
        // The numbers of loads up to the present interval, before and after the scaling.
        var (seen, kept) = (0, 0)
        for index in counts.indices {
            seen += Int(counts[index])
            // The sum up to each interval is rounded, not each count. The last sum is therefore exactly `loads`.
            let keptSoFar = Int((Double(seen) / Double(total) * Double(loads)).rounded())
            scaled.counts[index] = UInt32(keptSoFar - kept)
            kept = keptSoFar
        }
        return scaled
    }

    /// Adds the loads of another histogram.
    public mutating func add(_ other: LoadHistogram) {
        guard !other.isEmpty else { return }
        while lengthIndex < other.lengthIndex { coarsen() }
        for (index, count) in other.counts.enumerated() where count > 0 {
            add(count, atSecond: (other.start + Int64(index)) * other.seconds)
        }
    }

    /// A copy with intervals at least as long as those of another histogram.
    public func aligned(with other: LoadHistogram) -> LoadHistogram {
        var copy = self
        while copy.lengthIndex < other.lengthIndex { copy.coarsen() }
        return copy
    }

    /// Adds loads at a time in seconds since the Unix epoch. The intervals become longer until there are at most
    /// `limit` from the first to the last.
    private mutating func add(_ loads: UInt32, atSecond second: Int64) {
        var interval = Self.quotient(of: second, by: seconds)
        guard !counts.isEmpty else {
            (start, counts) = (interval, [loads])
            return
        }
        while span(with: interval) > Int64(Self.limit) {
            // Only a time beyond `times` can be so far from the others. No event has one, and no length spans it.
            guard lengthIndex + 1 < Self.lengths.count else { return }
            coarsen()
            interval = Self.quotient(of: second, by: seconds)
        }
        if interval < start {
            counts.insert(contentsOf: repeatElement(0, count: Int(start - interval)), at: 0)
            start = interval
        }
        let index = Int(interval - start)
        if index >= counts.count { counts += repeatElement(0, count: index - counts.count + 1) }
        counts[index] = UInt32(clamping: UInt64(counts[index]) + UInt64(loads))
    }

    /// The number of intervals from the first to the last, if there are loads in a further interval.
    private func span(with interval: Int64) -> Int64 {
        max(start + Int64(counts.count) - 1, interval) - min(start, interval) + 1
    }

    /// Changes to the next longer interval length, which must exist, and merges the counts of intervals that become
    /// one.
    private mutating func coarsen() {
        let ratio = Self.lengths[lengthIndex + 1] / seconds
        let first = Self.quotient(of: start, by: ratio)
        var merged: [UInt32] = []
        for (index, count) in counts.enumerated() {
            let target = Int(Self.quotient(of: start + Int64(index), by: ratio) - first)
            if target == merged.count { merged.append(0) }
            merged[target] = UInt32(clamping: UInt64(merged[target]) + UInt64(count))
        }
        (lengthIndex, start, counts) = (lengthIndex + 1, first, merged)
    }

    /// The quotient rounded down, also for negative numbers, which are times before the epoch.
    private static func quotient(of number: Int64, by divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }
}

extension LoadHistogram: JSONWritable {
    /// Writes the histogram as in condensed recordings: the length of its intervals, the number of the first one
    /// counted from the Unix epoch, and the loads in each.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("seconds", seconds)
            json.member("start", start)
            json.name("counts")
            json.array { json in
                for count in counts { json.number(Int64(count)) }
            }
        }
    }
}
