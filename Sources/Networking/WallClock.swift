import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The clocks of the system: the only place where the program reads the time.
public enum WallClock {
    /// The time of day, for events and for judging.
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Milliseconds of a clock that never goes back, for durations.
    public static var elapsedMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
