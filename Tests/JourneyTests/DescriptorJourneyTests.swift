import Foundation
import Testing

/// Limits of descriptors and threads under which not all workers can start.
@Suite struct DescriptorJourneyTests {
    /// A program that a shell starts under what that line says, with its arguments behind `"$@"`.
    private static func shell(_ line: String, _ arguments: [String]) throws -> Program {
        try Program("/bin/bash", ["-c", line, Repository.program] + arguments)
    }

    private static func port(of program: Program) throws -> Int {
        try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) })
    }

    private static let limits =
        Array(stride(from: 8, through: 64, by: 8)) + Array(stride(from: 72, through: 136, by: 4)) + [
            160, 200, 256, 300,
        ]

    @Test func underEachLimitItServesEverybodyOrSaysWhyNot() throws {
        var outcomes: Set<Int32> = []
        for limit in Self.limits {
            let program = try Self.shell(
                "ulimit -n \(limit) && exec \"$0\" \"$@\"",
                ["serve", "--listen", "127.0.0.1:0", "--workers", "8", "--mode", "observe", "--events", "/dev/null"])
            #expect(holds(within: 60) { program.errors.contains("listening on ") || !program.isRunning }, "\(limit)")
            if program.errors.contains("listening on ") {
                #expect(try Self.statuses(of: program) == String(repeating: "200 ", count: 24), "\(limit)")
                #expect(program.stop() == 0, "\(limit): \(program.errors)")
                outcomes.insert(0)
            } else {
                #expect(program.end() == 69, "\(limit): \(program.errors)")
                #expect(
                    program.errors.hasPrefix("atsproxy: ") && program.errors.contains("ulimit -n"),
                    "\(limit): \(program.errors)")
                outcomes.insert(69)
            }
        }
        #expect(outcomes == [0, 69])
    }

    /// Whether a program can be run here by a user whose threads are counted; those of root are not.
    private static let countsThreads: Bool = {
        let probe = try? Program(
            "/usr/bin/setpriv", ["--reuid=61234", "--clear-groups", Repository.program, "--version"])
        return probe?.end() == 0
    }()

    @Test(.enabled(if: countsThreads, "Threads of a user are limited here by nobody but root with setpriv."))
    func underEachLimitOfThreadsItServesEverybodyOrSaysWhyNot() throws {
        var outcomes: Set<Int32> = []
        for limit in [2, 3, 5, 8, 9, 10, 11, 12, 16] {
            let program = try Program(
                "/usr/bin/prlimit",
                [
                    "--nproc=\(limit)", "/usr/bin/setpriv", "--reuid=61234", "--clear-groups", Repository.program,
                    "serve",
                ]
                    + ["--listen", "127.0.0.1:0", "--workers", "8", "--mode", "observe", "--events", "/dev/null"])
            #expect(holds(within: 60) { program.errors.contains("listening on ") || !program.isRunning }, "\(limit)")
            if program.errors.contains("listening on ") {
                #expect(try Self.statuses(of: program) == String(repeating: "200 ", count: 24), "\(limit)")
                #expect(program.stop() == 0, "\(limit): \(program.errors)")
                outcomes.insert(0)
            } else {
                #expect(program.end() == 69 && program.errors.contains("ulimit -u"), "\(limit): \(program.errors)")
                outcomes.insert(69)
            }
        }
        #expect(outcomes == [0, 69])
    }

    /// What 24 clients get, one after the other, whom the kernel spreads over the sockets of all workers.
    private static func statuses(of program: Program) throws -> String {
        let client = try Program(
            "/usr/bin/curl",
            [
                "--silent", "--max-time", "60", "--noproxy", "*", "--header", "Connection: close", "--output",
                "/dev/null", "--write-out", "%{http_code} ",
                "http://127.0.0.1:\(try port(of: program))/healthz?[1-24]",
            ])
        _ = client.end()
        return client.output
    }
}
