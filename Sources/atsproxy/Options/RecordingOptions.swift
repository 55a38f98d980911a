import ArgumentParser

/// Options about the recording.
struct RecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The recording: one JSON object a line, appended; - is standard output. Default: standard output, on a terminal one readable line for each decision.",
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
