import ArgumentParser
import TransportSecurity

/// The option `--expires-within`, which chooses when a certificate that will expire is reported.
struct RenewalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Exit with 1 if a certificate expires within this time, such as 14d. Without it, one in the last third of \
            its lifetime is named, and the status stays.
            """,
            valueName: "duration"))
    var expiresWithin: DurationArgument?

    /// The window in which a certificate is reported.
    var window: RenewalWindow {
        expiresWithin.map { .duration(seconds: $0.seconds) } ?? .lastThird
    }

    /// Whether a certificate in the window changes the exit status.
    var countsInStatus: Bool { expiresWithin != nil }
}

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
        guard !isTooLarge, (1...10 * 365 * 86_400).contains(seconds) else { return nil }
        self.seconds = seconds
    }
}
