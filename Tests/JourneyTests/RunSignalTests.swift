import Foundation
import Testing

/// What `run` does while its command runs, and when it ends.
@Suite struct RunSignalTests {
    /// A command that prints the signals that it received.
    private static let command = Client.command("hear_signals")

    @Test func signalsArePassedOnOnceEach() throws {
        let program = try Program(Repository.program, ["run", "--"] + Self.command)
        #expect(holds { program.output.contains("ready") })
        for (index, signal) in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2].enumerated() {
            program.signal(signal)
            Thread.sleep(forTimeInterval: index < 5 ? 0.1 : 0)
        }
        #expect(program.end() == 5)
        #expect(program.output.hasPrefix("ready\n[1, 2, 3, 10, 12, 15]\nApp Transport Security report\n"))
    }

    #if os(Linux)
    /// The signal comes after the first listener opens, and before the command is there.
    @Test(arguments: [(SIGTERM, "143"), (SIGINT, "130"), (SIGHUP, "129"), (SIGUSR1, "138")])
    func aSignalAtTheFirstListenerIsForTheCommand(signal: Int32, status: String) throws {
        for _ in 0..<3 {
            let run = [Repository.program, "run", "--", "sh", "-c", "exec sleep 60"]
            let program = try Client.output("signal_at_listening", ["\(signal)"] + run)
            #expect(program == status + "\n")
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func aSignalAtTheFirstListenerStopsOrReloads(signal: Int32) throws {
        for _ in 0..<3 {
            let serve = [Repository.program, "serve", "--listen", "127.0.0.1:0", "--events", "/dev/null"]
            let program = try Client.output("signal_at_listening", ["\(signal)"] + serve + ["--console", "off"])
            #expect(program == "0\n")
        }
    }
    #endif

    @Test(arguments: [(SIGTERM, Int32(143)), (SIGINT, Int32(130))])
    func aCommandThatASignalEndsIsReportedOnAllTheSame(signal: Int32, status: Int32) throws {
        let program = try Program(Repository.program, ["run", "--", "sh", "-c", "echo ready; exec sleep 60"])
        #expect(holds { program.output.contains("ready") })
        program.signal(signal)
        #expect(program.end() == status)
        #expect(program.output.contains("App Transport Security report"))
    }

    /// A terminal's Ctrl-C reaches every process of the foreground group by itself.
    @Test func theTerminalsSignalsAreHeardOnce() throws {
        let program = try Client.start("run_in_terminal", [Repository.program] + Self.command)
        #expect(program.end() == 0)
        #expect(program.output == "True 5\n")
    }

    /// What a command leaves running may finish, for as long as the drain takes.
    @Test func whatOutlivesTheCommandIsGivenSomeTime() throws {
        let site = try Site.shared.get()
        let start = Date()
        let program = try Program(
            Repository.program,
            ["run", "--mode", "observe", "--drain-timeout", "2"] + site.resolve + ["--"]
                + Client.command("outlive_command", ["echo.test:\(try site.port("echo"))"]))
        #expect(program.end() == 1)
        #expect(program.output.hasPrefix("still here\nApp Transport Security report\n"))
        #expect(program.output.contains("tunnel.cleartext"))
        #expect((1.5..<15).contains(Date().timeIntervalSince(start)))
    }

    @Test func onlyThisRunIsReportedOnAndTheRecordingIsKept() throws {
        let site = try Site.shared.get()
        let events = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString).jsonl")
        defer { unlink(events.path) }
        for (server, status) in [("plain", Int32(1)), ("origin", 1)] {
            let program = try Program(
                Repository.program,
                ["run", "--mode", "observe", "--events", events.path, "--examine", "needed"] + site.resolve
                    + ["--", "curl", "--silent", try site.url(server, scheme: "http")])
            #expect(program.end() == status)
            #expect(program.output.contains("\(server).test"))
            #expect(server == "plain" || !program.output.contains("plain.test"))
        }
        let text = try String(contentsOf: events, encoding: .utf8)
        #expect(text.contains("plain.test") && text.contains("origin.test"))
    }
}
