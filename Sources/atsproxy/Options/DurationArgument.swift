import ArgumentParser

/// A number of seconds, minutes, hours, days or weeks, such as `90s`, `12h` or `14d`, from 1 s to 10 years.
struct DurationArgument: ExpressibleByArgument {
    /// The duration in seconds.
    let seconds: Int64

    init?(argument: String) {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        guard let unit = argument.last.flatMap({ units[$0] }), let count = Int64(argument.dropLast()) else {
            return nil
        }
        let (seconds, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        guard !isTooLarge, (1...315_360_000).contains(seconds) else { return nil }
        self.seconds = seconds
    }
}
