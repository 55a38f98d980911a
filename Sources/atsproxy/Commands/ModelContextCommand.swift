import Agents
import ArgumentParser
import Networking
import Settings

/// `atsproxy mcp`: offers the program's commands to an agent or an editor.
struct ModelContextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Serve tools for agents and editors (Model Context Protocol).",
        discussion: """
            Reads requests on standard input and answers on standard output; a client starts it. The tools explain, \
            lint, judge, report and advise. They read the files that the client names and change none.

            Exit status 0 once the input has ended and the calls have been answered.
            """)

    @Flag(help: "Also offer tools that start and stop one proxy on 127.0.0.1. It ends with this server.")
    var allowServe = false

    func run() throws {
        try CommandFailure.reporting { () throws(CommandFailure) in
            ProcessSignals.prepare()
            try ClientStreams.check()
            if let reason = try serve() {
                throw CommandFailure(.output, "an answer could not be written: \(reason).")
            }
        }
    }

    /// Serves tools until the client has gone. Returns the reason why an answer could not be written, if there is one.
    private func serve() throws(CommandFailure) -> String? {
        do throws(SystemError) {
            let server = try AgentServer(allowsServe: allowServe)
            try server.runUntilEnded()
            return server.outputFault
        } catch {
            throw CommandFailure(.software, "cannot serve tools: \(error.operation): \(error.text)")
        }
    }
}
