import ArgumentParser
import DataFiles

/// `atsproxy data`: commands about the data files that verdicts depend on.
struct DataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "data",
        abstract: "Show, update and reset the data that verdicts depend on: CT logs, roots, public suffixes.",
        discussion: """
            Each file is shipped with the program. An updated one is used in its place if it is newer; it is kept in \
            $STATE_DIRECTORY, which a service has, else in $XDG_DATA_HOME/atsproxy or ~/.local/share/atsproxy.
            """,
        subcommands: [DataStatusCommand.self, DataUpdateCommand.self, DataResetCommand.self])
}

extension DataFileKind: ExpressibleByArgument {}
