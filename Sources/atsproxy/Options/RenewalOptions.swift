import ArgumentParser
import TransportSecurity

/// Options that choose when a certificate that will expire is reported.
struct RenewalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Report certificates that expire within this time, such as 14d. By default: in the last third of their \
            lifetime.
            """,
            valueName: "duration"))
    var expiresWithin: DurationArgument?

    /// The window in which a certificate is reported.
    var window: RenewalWindow {
        expiresWithin.map { .duration(seconds: $0.seconds) } ?? .lastThird
    }
}
