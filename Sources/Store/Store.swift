import PostgreSQL

/// A store in a PostgreSQL database, with a connection to it. The store counts the loads in the recordings of many
/// proxies by their kind, day and test case, and exports the counts for reports.
public final class Store {
    /// The connection to the database.
    let connection: PostgreSQLConnection
    /// Whether the session is ready for batches: its temporary tables exist.
    var isReadyForBatches = false
    /// The text that names the server, for messages.
    private let target: String

    /// Connects to the server. Throws an error if there is none, or if it is too old for the store.
    ///
    /// - Parameter text: A URL or connection string of libpq, without a password.
    public init(_ text: String) throws(StoreFailure) {
        target = text
        do throws(PostgreSQLError) {
            connection = try PostgreSQLConnection(try PostgreSQLTarget(text), application: "atsproxy-store")
        } catch {
            throw StoreFailure(error, at: text)
        }
        guard connection.serverVersion >= PostgreSQLConnection.oldestVersion else {
            throw StoreFailure(
                .store,
                "\(text) is PostgreSQL \(connection.serverVersion / 10_000); the store needs version 15 or newer.")
        }
    }

    /// Creates the tables unless they exist. Returns whether the store is new.
    public func create() throws(StoreFailure) -> Bool {
        let encoding = try translatingFailures { () throws(PostgreSQLError) in
            try connection.execute("SHOW server_encoding").value
        }
        guard encoding == "UTF8" else {
            throw StoreFailure(
                .store,
                "The database \(target) is encoded in \(encoding ?? "?"); create one with: createdb -E UTF8 -T template0 "
                    + "NAME")
        }
        switch try translatingFailures({ () throws(PostgreSQLError) in try StoreSchema.install(by: connection) }) {
        case .new: return true
        case .present: return false
        case .other(let version): throw otherVersion(version)
        case .incomplete(let table):
            throw StoreFailure(
                .store,
                "The store \(target) has lost its table atsproxy.\(table), or the rows of it: restore it from a backup, or "
                    + "remove the schema atsproxy and push all recordings again.")
        }
    }

    /// Throws an error unless the database holds a store of this version.
    public func check() throws(StoreFailure) {
        let version = try translatingFailures { () throws(PostgreSQLError) in
            try StoreSchema.installedVersion(by: connection)
        }
        guard let version else {
            throw StoreFailure(.store, "\(target) holds no store; create one with: atsproxy-store init URL")
        }
        guard version == StoreSchema.version else { throw otherVersion(version) }
    }

    /// Runs statements, and translates their failure into one whose sentence names the server.
    func translatingFailures<Result>(_ job: () throws(PostgreSQLError) -> Result) throws(StoreFailure) -> Result {
        do throws(PostgreSQLError) {
            return try job()
        } catch {
            throw StoreFailure(error, at: target)
        }
    }

    /// The failure for tables of another version.
    private func otherVersion(_ version: Int) -> StoreFailure {
        let fix =
            version > StoreSchema.version
            ? "install a newer atsproxy-store" : "create a new store, and push the recordings to it"
        return StoreFailure(
            .store,
            "The store \(target) has version \(version) of its tables, and this program knows version "
                + "\(StoreSchema.version): \(fix).")
    }
}
