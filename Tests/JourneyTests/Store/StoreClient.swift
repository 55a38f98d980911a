import Foundation

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
