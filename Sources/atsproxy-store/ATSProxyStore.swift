import ArgumentParser
import Networking
import Recording

/// The program that keeps recordings in PostgreSQL, with one subcommand for each task.
@main
struct ATSProxyStore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atsproxy-store",
        abstract: "Keeps the recordings of many proxies in PostgreSQL 15 or newer.",
        discussion: """
            A URL is one of libpq, such as postgresql://lab@db.example/atsproxy, without a password: that belongs in \
            ~/.pgpass, the file of PGPASSFILE, or a service file.

            Exit status: 0 done; 64 wrong usage; 65 an invalid recording or store; 69 a server that cannot be \
            reached, refuses or fails; 74 output that could not be written.
            """,
        version: "atsproxy-store \(ServerVersion.number)",
        subcommands: [
            InitCommand.self, PushCommand.self, ExportCommand.self, PruneCommand.self, StatusCommand.self,
        ])

    static func main() {
        // A reader of the output that is gone is an error of the write. The program that starts this one, such as
        // `atsproxy view`, may do so on a thread that takes no signals.
        ProcessSignals.prepare()
        main(nil)
    }
}
