import ArgumentParser

/// Options about the recording.
struct RecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file to which the recording is appended, one JSON object per line; - is standard output. Default: standard output, on a terminal with one readable line per load.",
            valueName: "path"),
        completion: .file())
    var events: String?

    @Flag(help: "Keep query strings in events.")
    var logQuery = false

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [.events: [events], .logQuery: [logQuery ? "true" : nil]]
    }
}
