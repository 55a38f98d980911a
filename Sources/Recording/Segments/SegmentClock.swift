import Networking
import TransportSecurity

/// The clocks of a writer of events, which tests replace.
struct SegmentClock: Sendable {
    /// The time of day, for names and events.
    var now: @Sendable () -> Instant = { WallClock.now }
    /// Milliseconds of a monotonic clock, for ages.
    var elapsed: @Sendable () -> Int64 = { WallClock.elapsedMilliseconds }
}
