import Foundation
import Testing

/// What `run` does while its command runs, and when it ends.
@Suite struct RunSignalTests {
    private static let patient = """
        import signal, sys, time
        heard = []
        for number in (1, 2, 3, 15, 10, 12): signal.signal(number, lambda number, frame: heard.append(number))
        print("ready", flush=True)
        limit = time.time() + 20
        while len(heard) < 6 and time.time() < limit: time.sleep(0.01)
        print(sorted(heard))
        sys.exit(5)
        """

    @Test func signalsArePassedOnOnceEach() throws {
        let program = try Program(Repository.program, ["run", "--", "python3", "-c", Self.patient])
        #expect(holds { program.output.contains("ready") })
        for (index, signal) in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2].enumerated() {
            program.signal(signal)
            Thread.sleep(forTimeInterval: index < 5 ? 0.1 : 0)
        }
        #expect(program.end() == 5)
        #expect(program.output.hasPrefix("ready\n[1, 2, 3, 10, 12, 15]\nApp Transport Security report\n"))
    }

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
        let script = """
            import os, pty, sys, time
            pid, terminal = pty.fork()
            if pid == 0:
                os.execv(sys.argv[1], [sys.argv[1], "run", "--", "python3", "-c", sys.argv[2]])
            seen = b""
            while b"ready" not in seen: seen += os.read(terminal, 1000)
            for key in (b"\\x03", b"\\x1c"):
                os.write(terminal, key)
                time.sleep(0.3)
            for number in (1, 15, 10, 12):
                os.kill(pid, number)
                time.sleep(0.1)
            try:
                while data := os.read(terminal, 1000): seen += data
            except OSError:
                pass  # The terminal is gone with its last process.
            print(b"[1, 2, 3, 10, 12, 15]" in seen, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        let program = try Program("/usr/bin/python3", ["-c", script, Repository.program, Self.patient])
        #expect(program.end() == 0)
        #expect(program.output == "True 5\n")
    }

    /// What a command leaves running may finish, for as long as the drain takes.
    @Test func whatOutlivesTheCommandIsGivenSomeTime() throws {
        let site = try Site.shared.get()
        let script = """
            import os, socket, time
            s = socket.create_connection(("127.0.0.1", int(os.environ["http_proxy"].rsplit(":", 1)[1])))
            s.sendall(b"CONNECT echo.test:\(try site.port("echo")) HTTP/1.1\\r\\nHost: echo.test\\r\\n\\r\\n")
            f = s.makefile("rb")
            while f.readline() != b"\\r\\n": pass
            if os.fork() == 0:
                time.sleep(0.5)
                s.sendall(b"still here\\n")
                print(f.readline().decode().strip(), flush=True)
                f.readline()
            """
        let start = Date()
        let program = try Program(
            Repository.program,
            ["run", "--mode", "observe", "--drain-timeout", "2"] + site.resolve + ["--", "python3", "-c", script])
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
