import TransportSecurity

/// The time from which on segments of a recording were read.
///
/// A load that began before the first of them has its decision in an earlier segment, so that its end alone is no loss. The
/// decision on a load that began later is missing.
struct ReadPeriod {
    /// The beginning of the earliest segment; nil if none was read.
    private var start: Instant?

    /// Notes the beginning of a segment.
    mutating func note(_ time: Instant) { start = min(start ?? time, time) }

    /// Whether a load began before the earliest segment, or in the same millisecond.
    func beganBefore(_ load: LoadID) -> Bool {
        guard let start, let time = load.time else { return false }
        return time <= start
    }
}
