import Foundation
import Testing

/// Descriptors that are all in use, or were closed before the program began.
@Suite struct ShortageJourneyTests {
    /// A program that a shell starts under what that line says, with its arguments behind `"$@"`.
    private static func shell(_ line: String, _ arguments: [String]) throws -> Program {
        try Program("/bin/bash", ["-c", line, Repository.program] + arguments)
    }

    /// A proxy with as many descriptors as a program has on a Mac.
    private static func proxy(for site: Site) throws -> Program {
        let program = try shell(
            "ulimit -n 256 && exec \"$0\" \"$@\"",
            ["serve", "--listen", "127.0.0.1:0", "--mode", "observe", "--examine", "needed", "--console", "off"]
                + ["--events", "/dev/null"] + site.resolve)
        #expect(holds { program.errors.contains("listening on ") || !program.isRunning }, "\(program.errors)")
        return program
    }

    private static func port(of program: Program) throws -> Int {
        try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) })
    }

    /// Tunnels take all there are. The one for which none is left, and a name that cannot be looked up for want of one,
    /// are not the destination's fault.
    @Test(arguments: ["echo.test", "localhost"])
    func thatAllAreInUseIsNoFaultOfTheDestination(host: String) throws {
        let site = try Site.shared.get()
        let recording = FileManager.default.temporaryDirectory.appending(path: "short-\(UUID().uuidString).jsonl")
        defer { unlink(recording.path) }
        let program = try Self.shell(
            "ulimit -n 80 && exec \"$0\" \"$@\"",
            ["serve", "--listen", "127.0.0.1:0", "--workers", "1", "--mode", "observe", "--examine", "needed"]
                + ["--events", recording.path] + site.resolve)
        #expect(holds { program.errors.contains("listening on ") || !program.isRunning }, "\(program.errors)")
        let client = try Client.start(
            "use_up_descriptors", ["\(try Self.port(of: program))", "\(host):\(try site.port("echo"))"])
        #expect(client.end() == 0, "\(client.errors)")
        #expect(client.output.contains("HTTP/1.1 503"), "\(client.output)")
        #expect(client.output.contains("Retry-After: "), "\(client.output)")
        #expect(!client.output.contains("HTTP/1.1 502"), "\(client.output)")
        #expect(program.stop() == 0, "\(program.errors)")
        let events = try String(contentsOf: recording, encoding: .utf8)
        #expect(events.contains("\"proxy_internal_error\"") && events.contains("ulimit -n"), "\(events.suffix(2000))")
        for word in ["destination_ip_unroutable", "dns_error"] { #expect(!events.contains(word)) }
    }

    /// Under the limit of a Mac, each client gets its tunnel or is told to come again, and each tunnel that opens works. If
    /// the open tunnels have every descriptor, the others get their answer once one of them ends.
    @Test func moreTunnelsThanDescriptorsAreToldToComeAgain() throws {
        let site = try Site.shared.get()
        let program = try Self.proxy(for: site)
        let client = try Client.start(
            "want_tunnels", ["\(try Self.port(of: program))", "echo.test:\(try site.port("echo"))", "400"])
        #expect(client.end() == 0, "\(client.errors)")
        let found = try #require(client.output.wholeMatch(of: #/200: (\d+), 503 soon: (\d+)\nTrue\nTrue\n/#))
        #expect((Int(found.1) ?? 0) > 50 && (Int(found.1) ?? 0) + (Int(found.2) ?? 0) == 400)
        #expect(program.stop() == 0, "\(program.errors)")
    }

    /// A client that opens as many tunnels as it gets, and idle connections besides, leaves descriptors for others.
    @Test func oneClientLeavesDescriptorsForOthers() throws {
        let site = try Site.shared.get()
        let program = try Self.proxy(for: site)
        let client = try Client.start(
            "hold_tunnels", ["\(try Self.port(of: program))", "echo.test:\(try site.port("echo"))"])
        #expect(client.end() == 0, "\(client.errors)")
        let found = try #require(client.output.wholeMatch(of: #/(\d+) 503\n200\n/#), "\(client.output)")
        #expect((60..<113).contains(Int(found.1) ?? 0))
        #expect(program.stop() == 0, "\(program.errors)")
    }

    /// Clients beyond the last descriptor wait in the system's queue. The log says why, once for all of them.
    @Test func thatClientsWaitForADescriptorIsSaid() throws {
        let program = try Self.shell(
            "ulimit -n 80 && exec \"$0\" \"$@\"",
            ["serve", "--listen", "127.0.0.1:0", "--workers", "1", "--mode", "observe", "--examine", "needed"])
        #expect(holds { program.errors.contains("listening on ") || !program.isRunning }, "\(program.errors)")
        let client = try Client.start("hold_connections", ["\(try Self.port(of: program))", "120"])
        #expect(holds { program.errors.contains("new clients wait") }, "\(program.errors)")
        #expect(client.end() == 0, "\(client.errors)")
        #expect(program.stop() == 0, "\(program.errors)")
        #expect(program.errors.split(separator: "\n").filter { $0.contains("new clients wait") }.count == 1)
        #expect(program.errors.contains("ulimit -n"))
    }

    /// Whatever is opened first must not become standard output or error. A recording has lines of its own alone.
    #if os(Linux)
    @Test(arguments: ["0<&- 1>&- 2>&-", "1>&-", "2>&-", "0<&-"])
    func closedStandardDescriptorsAreOccupied(closing: String) throws {
        let site = try Site.shared.get()
        let folder = FileManager.default.temporaryDirectory.appending(path: "closed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (recording, configuration) = (folder.appending(path: "events"), folder.appending(path: "atsproxy.yaml"))
        // Somewhere below the ports that the system gives out.
        let port = 20_000 + Int.random(in: 0..<10_000)
        try "listeners: [{listen: \"127.0.0.1:\(port)\", mode: observe}]\n".write(
            to: configuration, atomically: true, encoding: .utf8)
        let program = try Self.shell(
            "exec \"$0\" \"$@\" \(closing)",
            ["serve", "--config", configuration.path, "--events", recording.path] + site.resolve)
        let healthz = ["--noproxy", "*", "http://127.0.0.1:\(port)/healthz"]
        #expect(try holds { try Answer(curl: healthz).status == 200 || !program.isRunning })
        for number in 0...2 {
            let file = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(program.identifier)/fd/\(number)")
            #expect(!file.contains("socket:") && !file.contains("pipe:") && !file.hasSuffix("/events"), "\(file)")
        }
        // Before it watches for signals, one of them would end it.
        #expect(
            try holds {
                let status = try String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
                let caught = status.firstMatch(of: #/SigCgt:\s+([0-9a-f]+)/#).flatMap { UInt64($0.1, radix: 16) }
                return (caught ?? 0) & 1 << (SIGHUP - 1) != 0
            })
        // A sentence for standard error, and a load for the recording.
        try "nonsense: 1\n".write(to: configuration, atomically: true, encoding: .utf8)
        program.signal(SIGHUP)
        let url = try site.url("plain", scheme: "http")
        #expect(try Answer(curl: ["--proxy", "http://127.0.0.1:\(port)", url]).status == 200)
        #expect(program.stop() == 0)
        let text = try String(contentsOf: recording, encoding: .utf8)
        #expect(text.contains("\"decision\""))
        for line in text.split(separator: "\n") {
            #expect(throws: Never.self, "\(line)") { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        try FileManager.default.removeItem(at: folder)
    }
    #endif
}
