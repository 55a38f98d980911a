import Foundation
import Testing

/// The programs of this package as clients of a PostgreSQL server of a test.
final class StoreClient {
    /// The server.
    let database: PostgreSQLServer

    /// Starts a server.
    init() throws {
        database = try PostgreSQLServer()
    }

    /// Runs a command of `atsproxy-store` to its end.
    func run(
        _ command: String, adding arguments: [String] = [], url: String? = nil, environment: [String: String]? = nil
    ) throws -> (status: Int32, output: String, errors: String) {
        let program = try Program(
            Self.storeProgram, [command, url ?? database.url()] + arguments,
            environment: environment ?? database.variables())
        return (program.end(), program.output, program.errors)
    }

    /// Starts a command of `atsproxy-store`.
    func program(_ command: String, adding arguments: [String], port: Int? = nil) throws -> Program {
        try Program(
            Self.storeProgram, [command, database.url(port: port)] + arguments, environment: database.variables())
    }

    /// What `atsproxy report` says of the store, or of recordings.
    func report(
        _ options: [String], of recordings: [String] = []
    ) throws -> (status: Int32, output: String, errors: String) {
        try answer("report", options, of: recordings)
    }

    /// What a command of `atsproxy` says of the store, or of recordings.
    func answer(
        _ command: String, _ options: [String], of recordings: [String] = []
    ) throws -> (status: Int32, output: String, errors: String) {
        let source = recordings.isEmpty ? ["--store", database.url()] : recordings
        let program = try Program(
            Repository.program, [command] + options + source, environment: database.variables())
        return (program.end(), program.output, program.errors)
    }

    /// The program that was built beside the proxy.
    static var storeProgram: String { Repository.program + "-store" }
}

extension StoreClient {
    /// The files of recordings in directories.
    func files(of directories: [String]) throws -> [String] {
        try directories.flatMap { directory in
            try FileManager.default.contentsOfDirectory(atPath: directory).sorted().map { directory + "/" + $0 }
        }
    }

    /// The number of decisions in the files of each proxy, counted without atsproxy. A directory has the name of its proxy.
    func counts(of directories: [String]) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for directory in directories {
            let command = "cat \(directory)/*.jsonl.gz | zcat; cat \(directory)/*.jsonl"
            let lines = try PostgreSQLServer.run(
                "/bin/sh", ["-c", "{ \(command) 2>/dev/null; } 2>/dev/null | grep -c '\"event\":\"decision\"'"])
            counts[URL(filePath: directory).lastPathComponent] = Int(
                lines.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return counts
    }

    /// The number of decisions of each proxy in the store.
    func storedCounts() throws -> [String: Int] {
        let rows = try database.ask(
            "SELECT proxy || ' ' || sum(decisions) FROM atsproxy.loads GROUP BY proxy")
        return Dictionary(
            uniqueKeysWithValues: rows.split(separator: "\n").map { row in
                let parts = row.split(separator: " ")
                return (String(parts[0]), Int(parts[parts.count - 1]) ?? 0)
            })
    }

    /// Expects each proxy to have as many decisions in the store as in its files.
    func expectEqualCounts(_ directories: [String]) throws {
        let (stored, recorded) = (try storedCounts(), try counts(of: directories))
        #expect(stored == recorded && !recorded.isEmpty, "\(stored) \(recorded)")
    }

    /// Expects a report of the store to be that of recordings, to the byte.
    func expectEqualReports(_ options: [String], _ directories: [String]) throws {
        let (stored, recorded) = (try report(options), try report(options, of: directories))
        #expect(stored.errors == recorded.errors && stored.status == recorded.status, "\(options) \(stored.errors)")
        #expect(!recorded.output.isEmpty && stored.output == recorded.output, "the reports differ: \(options)")
    }
}
