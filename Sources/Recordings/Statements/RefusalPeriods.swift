import TransportSecurity

/// The periods for which refused connections count: the hour from each of them on. Hours that overlap are one period.
///
/// At most 1000 periods are kept. A connection outside of them is then left out. Its loads keep their gap.
public struct RefusalPeriods: Hashable, Sendable {
    /// The periods, in order. None overlap.
    private var periods: [ClosedRange<Instant>] = []

    private static let limit = 1000
    /// The length of the period of one connection in seconds.
    private static let length: Int64 = 3600

    /// Creates a collection without periods.
    public init() {}

    /// Adds the period of a connection that was refused at a time.
    public mutating func add(_ time: Instant) {
        let (first, last) = (time, time + Self.length)
        let start = periods.firstIndex { $0.upperBound >= first } ?? periods.endIndex
        let end = periods[start...].firstIndex { $0.lowerBound > last } ?? periods.endIndex
        guard start < end else {
            if periods.count < Self.limit { periods.insert(first...last, at: start) }
            return
        }
        let merged = min(first, periods[start].lowerBound)...max(last, periods[end - 1].upperBound)
        periods.replaceSubrange(start..<end, with: [merged])
    }

    /// Whether a range of times lies in one period.
    public func cover(_ times: ClosedRange<Instant>) -> Bool {
        periods.contains { $0.lowerBound <= times.lowerBound && times.upperBound <= $0.upperBound }
    }

    /// Whether a range of times has a time in common with a period.
    public func overlap(_ times: ClosedRange<Instant>) -> Bool {
        periods.contains { $0.overlaps(times) }
    }
}
