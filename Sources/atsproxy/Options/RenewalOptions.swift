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
