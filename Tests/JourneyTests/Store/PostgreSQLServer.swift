import Foundation

/// A PostgreSQL server of a test, with a database, TLS and a user who needs a password, in a folder of its own.
final class PostgreSQLServer {
    /// The port on 127.0.0.1.
    let port: Int
    /// The folder of the data and of the certificates.
    let folder: URL
    private var program: Program?

    /// The password of the user `lab`.
    static let password = "a secret: \\"

    /// The directory of the server's programs in Debian.
    private static let programs = "/usr/lib/postgresql/15/bin"

    /// Initialized data, which each server copies, since that is faster than to initialize them.
    private static let data = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postgresql-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try run("/bin/chmod", ["755", folder.path])
        try own(folder)
        let data = folder.appending(path: "data").path
        try runAsOwner(
            "\(programs)/initdb",
            ["-D", data, "-U", "admin", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync"])
        return data
    }

    /// Starts a server and makes the database `lab` and the user `lab`, whom the database belongs to.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "postgresql-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
        try Self.run("/bin/cp", ["-r", try Self.data.get(), folder.appending(path: "data").path])
        try Self.makeCertificate("server", in: folder)
        try Self.makeCertificate("other", in: folder)
        try """
        listen_addresses = '127.0.0.1'
        port = \(port)
        unix_socket_directories = '\(folder.path)'
        fsync = off
        ssl = on
        ssl_cert_file = '\(folder.path)/server.pem'
        ssl_key_file = '\(folder.path)/server.key'
        """.write(to: folder.appending(path: "data/postgresql.conf"), atomically: true, encoding: .utf8)
        try "local all admin trust\nhost all all 127.0.0.1/32 scram-sha-256\n".write(
            to: folder.appending(path: "data/pg_hba.conf"), atomically: true, encoding: .utf8)
        try Self.run("/bin/chmod", ["-R", "u=rwX,go=", folder.appending(path: "data").path])
        try Self.run("/bin/chmod", ["600", folder.appending(path: "server.key").path])
        try Self.own(folder)
        try start()
        let password = Self.password.replacing("'", with: "''")
        try ask("CREATE ROLE lab LOGIN PASSWORD '\(password)'", database: "postgres")
        try ask("CREATE DATABASE lab OWNER lab", database: "postgres")
    }

    deinit {
        kill()
        _ = try? Self.run("/bin/rm", ["-rf", folder.path])
    }

    /// The URL of the database, which the user `lab` reaches with a password over TLS, at a port of 127.0.0.1.
    ///
    /// - Parameter host: The name that a certificate is compared with.
    func url(port other: Int? = nil, _ parameters: String = "sslmode=require", host: String = "localhost") -> String {
        "postgresql://lab@\(host):\(other ?? port)/lab?hostaddr=127.0.0.1&\(parameters)"
    }

    /// The variables by which the program finds the password.
    func variables(password: String = PostgreSQLServer.password) throws -> [String: String] {
        let file = folder.appending(path: "passwords-\(UUID().uuidString)")
        let escaped = password.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        try "*:*:*:lab:\(escaped)\n".write(to: file, atomically: true, encoding: .utf8)
        try Self.run("/bin/chmod", ["600", file.path])
        return ["PGPASSFILE": file.path]
    }

    /// Starts the server, and waits until it answers.
    func start() throws {
        let data = folder.appending(path: "data").path
        let (path, arguments) = Self.asOwner("\(Self.programs)/postgres", ["-D", data])
        let program = try Program(path, arguments)
        self.program = program
        guard holds({ (try? ask("SELECT 1", database: "postgres")) != nil || !program.isRunning }), program.isRunning
        else { throw JourneyError(text: "PostgreSQL did not start: \(program.errors)") }
    }

    /// Whether the server runs.
    var isRunning: Bool { program?.isRunning ?? false }

    /// Ends the server at once, as a crash does.
    func kill() {
        program?.signal(SIGQUIT)
        _ = program?.end()
        program = nil
    }

    /// The answer to a statement, by the administrator.
    @discardableResult
    func ask(_ statement: String, database: String = "lab") throws -> String {
        try Self.run(
            "/usr/bin/psql",
            ["-X", "-q", "-A", "-t", "-h", folder.path, "-p", "\(port)", "-U", "admin", "-c", statement, database]
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs a program to its end. Throws an error if it fails.
    @discardableResult
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> String {
        let program = try Program(path, arguments, environment: environment)
        guard program.end() == 0 else { throw JourneyError(text: "\(path) failed: \(program.errors)") }
        return program.output
    }

    /// PostgreSQL refuses to run as root.
    private static func asOwner(_ path: String, _ arguments: [String]) -> (path: String, arguments: [String]) {
        guard getuid() == 0 else { return (path, arguments) }
        return (
            "/usr/bin/setpriv",
            ["--reuid", "postgres", "--regid", "postgres", "--init-groups", path] + arguments
        )
    }

    private static func runAsOwner(_ path: String, _ arguments: [String]) throws {
        let (path, arguments) = asOwner(path, arguments)
        try run(path, arguments)
    }

    /// Hands a folder over to the user as whom the server runs.
    static func own(_ folder: URL) throws {
        if getuid() == 0 { try run("/bin/chown", ["-R", "postgres:postgres", folder.path]) }
    }

    private static func makeCertificate(_ name: String, in folder: URL) throws {
        let path = folder.appending(path: name).path
        try run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", path + ".key", "-out",
                path + ".pem",
            ])
    }

    private static func freePort() throws -> Int {
        let script = Repository.root.appending(path: "Tests/Scripts/clients/free_port.py").path
        let answer = try run("/usr/bin/python3", [script]).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let port = Int(answer) else { throw JourneyError(text: "no free port: \(answer)") }
        return port
    }
}
