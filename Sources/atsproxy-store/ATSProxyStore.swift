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
        // A write to a closed pipe fails with an error instead of ending the program. Signals may be blocked at the
        // start, because `atsproxy view` starts this program on a thread that blocks them.
        ProcessSignals.prepare()
        main(nil)
    }
}
