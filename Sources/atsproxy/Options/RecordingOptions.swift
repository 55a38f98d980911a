import ArgumentParser

/// Options about the recording.
struct RecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file to which the recording is appended, one JSON object per line; - is standard output. A directory (with a slash at the end, or one that is there) gets segments: files named by time and proxy, compressed once ended. Default: standard output, on a terminal with one readable line per load.",
            valueName: "path"),
        completion: .file())
    var events: String?

    @Option(
        help: ArgumentHelp(
            "The size at which a segment is ended, from 64K to 16G. Default: 64M.", valueName: "size"))
    var segmentSize: String?

    @Option(
        help: ArgumentHelp(
            "The age at which a segment is ended, from 1s to 7d; also without traffic. Default: 1h.", valueName: "age"))
    var segmentAge: String?

    @Option(
        help: ArgumentHelp(
            "The name of this proxy in segments and in the names of their files. Default: the name of the machine.",
            valueName: "name"))
    var proxyName: String?

    @Flag(help: "Keep query strings in events.")
    var logQuery = false

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [
            .events: [events], .segmentSize: [segmentSize], .segmentAge: [segmentAge], .proxyName: [proxyName],
            .logQuery: [logQuery ? "true" : nil],
        ]
    }
}
