import Settings
import TransportSecurity

/// The times at which the sources of data files are checked for newer files.
///
/// A check takes place about once a day. The time varies at random, because many proxies should not send their
/// requests at once.
struct UpdateSchedule {
    /// The number of failed checks in a row, at most 6, after which the wait is a day.
    private var failures = 0

    /// The event before the next check.
    enum Event: Hashable {
        /// The proxy has started, or its settings have changed. The time is that of the last check of the same sources;
        /// nil if there was none.
        case begin(lastCheck: Instant?)
        /// A check has ended.
        case end(isSuccess: Bool)
    }

    /// Schedules the next check of the sources. Returns the time until then in seconds; nil if there is to be none.
    ///
    /// - Parameter random: A random number from 0 to 1.
    mutating func scheduleNextCheck(
        _ frequency: UpdateFrequency, after event: Event, at now: Instant, random: Double
    ) -> Double? {
        switch (frequency, event) {
        case (.off, _): return nil
        case (.daily, .begin(let lastCheck)):
            return secondsUntilFirstCheck(lastCheck: lastCheck, at: now, random: random)
        case (.daily, .end(let isSuccess)): return scheduleCheck(afterSuccess: isSuccess, random: random)
        }
    }

    /// The time between two looks at the data directory for files that another process has stored, in seconds. Such a
    /// look reads the states of three files.
    static let secondsBetweenDirectoryChecks = 60.0

    /// The time until the first check, in seconds: a few seconds, unless the last check was less than 24 to 28.8 hours
    /// ago.
    private func secondsUntilFirstCheck(lastCheck: Instant?, at now: Instant, random: Double) -> Double {
        guard let lastCheck, lastCheck <= now else { return random * Self.longestStartWait }
        let due = Double(lastCheck.seconds - now.seconds) + Self.day * (1 + random * Self.variation)
        return max(due, random * Self.longestStartWait)
    }

    /// Returns the time until the check after another one, in seconds. After a failure, the time is an hour, then two,
    /// four and so on, up to a day.
    private mutating func scheduleCheck(afterSuccess isSuccess: Bool, random: Double) -> Double {
        failures = isSuccess ? 0 : min(failures + 1, 6)
        let base = isSuccess ? Self.day : min(Self.day, Self.hour * Double(1 << (failures - 1)))
        return base * (1 + (random - 0.5) * Self.variation)
    }

    private static let hour = 3600.0
    private static let day = 86_400.0
    /// The part of an interval by which it varies.
    private static let variation = 0.2
    /// The longest wait after a start, in seconds.
    private static let longestStartWait = 3.0
}
