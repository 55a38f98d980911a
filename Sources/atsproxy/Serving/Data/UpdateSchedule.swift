import Settings
import TransportSecurity

/// The times at which data files are updated.
///
/// The sources are checked about once a day. The time varies at random, because many proxies should not send their
/// requests at once.
struct UpdateSchedule {
    /// The number of failed checks in a row, at most 6.
    private var failures = 0

    /// The event before the next check.
    enum Event: Hashable {
        /// The proxy has started, or its settings have changed. The time is that of the last check of the same sources;
        /// nil if there was none.
        case begin(lastCheck: Instant?)
        /// A check has ended.
        case end(isSuccess: Bool)
    }

    /// The time until the next check of the sources, in seconds; nil if there is to be none.
    ///
    /// - Parameter random: A random number from 0 to 1.
    mutating func secondsUntilNextCheck(
        _ frequency: UpdateFrequency, after event: Event, at now: Instant, random: Double
    ) -> Double? {
        switch (frequency, event) {
        case (.off, _): return nil
        case (.daily, .begin(let lastCheck)): return secondsUntilFirst(lastCheck: lastCheck, at: now, random: random)
        case (.daily, .end(let isSuccess)): return secondsUntilNext(afterSuccess: isSuccess, random: random)
        }
    }

    /// The time between two checks for files that another process has stored, in seconds. Such a check reads the states
    /// of three files.
    static let secondsBetweenFileChecks = 60.0

    /// The time until the first update, in seconds: a few seconds, unless the last check was less than 24 to 28.8 hours
    /// ago.
    private func secondsUntilFirst(lastCheck: Instant?, at now: Instant, random: Double) -> Double {
        guard let lastCheck, lastCheck <= now else { return random * Self.startSpread }
        let due = Double(lastCheck.seconds - now.seconds) + Self.day * (1 + random * Self.spread)
        return max(due, random * Self.startSpread)
    }

    /// The time until the next update, in seconds. After a failure it is an hour, then two, four and so on, up to a
    /// day.
    private mutating func secondsUntilNext(afterSuccess isSuccess: Bool, random: Double) -> Double {
        failures = isSuccess ? 0 : min(failures + 1, 6)
        let base = isSuccess ? Self.day : min(Self.day, Self.hour * Double(1 << (failures - 1)))
        return base * (1 + (random - 0.5) * Self.spread)
    }

    private static let hour = 3600.0
    private static let day = 86_400.0
    /// The part of an interval by which it varies.
    private static let spread = 0.2
    /// The longest wait after a start, in seconds.
    private static let startSpread = 3.0
}
