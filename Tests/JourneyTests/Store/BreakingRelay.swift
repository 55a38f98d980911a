import Foundation

/// A relay of TCP connections to a server, which breaks all of them at a signal, as a network does.
final class BreakingRelay {
    /// The port on 127.0.0.1.
    let port: Int
    private let program: Program

    /// Starts a relay to a port of this machine.
    init(to server: Int) throws {
        let script = Repository.root.appending(path: "Tests/Scripts/clients/breaking_relay.py").path
        let program = try Program("/usr/bin/python3", [script, "\(server)"])
        self.program = program
        guard holds({ program.output.hasSuffix("\n") }),
            let port = Int(program.output.trimmingCharacters(in: .whitespacesAndNewlines))
        else { throw JourneyError(text: "the relay did not start: \(program.errors)") }
        self.port = port
    }

    deinit {
        program.signal(SIGKILL)
        _ = program.end()
    }

    /// Breaks all connections.
    func breakConnections() {
        program.signal(SIGUSR1)
    }
}
