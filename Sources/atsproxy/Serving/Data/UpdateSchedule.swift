import TransportSecurity

/// When data files are updated.
///
/// Sources are asked about once a day. The time varies at random, so that many proxies do not ask at once.
struct UpdateSchedule {
    private var failures = 0

    /// The time until the first update, in seconds: at once, unless the last check was
    /// less than 24 to 28.8 hours ago.
    func secondsUntilFirst(lastCheck: Instant?, at now: Instant, random: Double) -> Double {
        guard let lastCheck, lastCheck <= now else { return random * Self.startSpread }
        let due = Double(lastCheck.seconds - now.seconds) + Self.day * (1 + random * Self.spread)
        return max(due, random * Self.startSpread)
    }

    /// The time until the next update, in seconds. After a failure it is an hour, then two, four and so on, up to a day.
    mutating func secondsUntilNext(afterSuccess isSuccess: Bool, random: Double) -> Double {
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
