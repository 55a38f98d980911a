import ArgumentParser

/// Options about the page that shows traffic in a browser.
struct ConsoleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The address of the console, a page that shows in a browser what comes through; off for none. Default: \
            127.0.0.1:8090, or another free port.
            """,
            valueName: "address:port"))
    var console: String?

    @Option(
        help: ArgumentHelp(
            "A name by which browsers may open the console, besides IP addresses and localhost. Repeatable.",
            valueName: "name"))
    var consoleHost: [String] = []

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [.console: [console], .consoleHost: consoleHost]
    }
}
