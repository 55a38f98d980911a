import ArgumentParser
import Networking
import Store
import TransportSecurity

/// `atsproxy-store export`: the content of the store as a condensed recording.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write what the store holds as a condensed recording, which atsproxy reads.",
        discussion: """
            The recording counts loads of all recordings together, so that it cannot be merged with others by condense. \
            atsproxy report --store asks the store in this way.

            Exit status 65, and no file, if --output is given and no load matches.
            """)

    @OptionGroup var target: StoreArgument
    @OptionGroup(title: "Loads") var loads: StoreFilterOptions

    @Flag(help: "Count loads of all days together, which makes the recording small.")
    var addUpDays = false

    @Option(
        help: ArgumentHelp(
            "The file to write, which only its owner may read, compressed if its name ends in .gz; - and the default are standard output.",
            valueName: "path"),
        completion: .file())
    var output: String?

    func run() throws {
        try Output.reportingFailure { () throws(StoreFailure) in
            let filter = try loads.filter()
            let store = try Store(target.url)
            try store.check()
            if let since = filter.since, let kept = try store.firstKeptDay(), since < kept {
                Output.say("the loads of the days before \(kept.date) were pruned.")
            }
            let path = self.output == "-" ? nil : self.output
            var output = try ExportOutput(path: path)
            let holdsLoads = try store.export(filter, addingUpDays: addUpDays, to: &output)
            if let path, !holdsLoads {
                throw StoreFailure(.data, "\(target.url) holds no load that matches, so that \(path) is not written.")
            }
            try output.finish()
        }
    }
}

/// Options that choose the loads of an export.
struct StoreFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only loads of this app; unknown is a load without one. Repeatable.", valueName: "name"))
    var app: [String] = []

    @Option(help: ArgumentHelp("Only loads of this build. Repeatable.", valueName: "version"))
    var build: [String] = []

    @Option(help: ArgumentHelp("Only loads with this label of a test case. Repeatable.", valueName: "name"))
    var label: [String] = []

    @Option(help: ArgumentHelp("Only recordings of this proxy. Repeatable.", valueName: "name"))
    var proxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only loads from this day in UTC on: 2026-11-20, or the day that was 24h or 7d ago.", valueName: "day"))
    var since: String?

    @Option(help: ArgumentHelp("Only loads up to this day in UTC, in the forms of --since.", valueName: "day"))
    var until: String?

    /// The choice that these options make.
    func filter() throws(StoreFailure) -> StoreFilter {
        var filter = StoreFilter()
        filter.apps = app
        filter.builds = build
        filter.labels = label
        filter.proxies = proxy
        filter.since = try since.map { text throws(StoreFailure) in try time(text, of: .since) }
        filter.until = try until.map { text throws(StoreFailure) in try time(text, of: .until) }
        if let since = filter.since, let until = filter.until, until < since {
            throw StoreFailure(.usage, "--until is before --since; no load is between them.")
        }
        return filter
    }

    private enum Limit: String {
        case since = "--since"
        case until = "--until"
    }

    /// Reads the value of an option, such as `2026-11-20` or `7d`.
    private func time(_ text: String, of limit: Limit) throws(StoreFailure) -> Instant {
        if let day = Instant("\(text)T00:00:00Z") { return day }
        let units: [Character: Int64] = ["m": 60, "h": 3600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (0...100_000).contains(count)
        {
            guard count * unit % 86_400 == 0 else { throw Self.timeOfDay(text, of: limit) }
            return WallClock.now + -count * unit
        }
        if let time = Instant(text) {
            // Loads up to the beginning of a day are those of its first moment and not those of the day.
            guard time.milliseconds % 86_400_000 == 0, limit == .since else { throw Self.timeOfDay(text, of: limit) }
            return time
        }
        throw StoreFailure(.usage, "\(limit.rawValue) \(text) is no day such as 2026-11-20, 24h or 7d.")
    }

    private static func timeOfDay(_ text: String, of limit: Limit) -> StoreFailure {
        StoreFailure(
            .usage,
            "\(limit.rawValue) \(text) is a time within a day, and a store counts whole days in UTC; give a day such as 2026-11-20, "
                + "or ask the recordings themselves.")
    }
}
