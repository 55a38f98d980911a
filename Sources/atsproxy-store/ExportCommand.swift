import ArgumentParser
import Store

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
