import CStoreSchema
import PostgreSQL

/// The tables of the store, `config/fleet/postgresql.sql`.
enum StoreSchema {
    /// The version of the tables that this program reads and writes.
    static let version = 6

    /// The statements that create the tables. Where they exist, nothing changes.
    static var statements: String {
        String(
            decoding: UnsafeBufferPointer(start: store_schema_address(), count: store_schema_length), as: UTF8.self)
    }

    /// Creates the missing tables. Returns whether the store is new. Throws an error if there is a store of another
    /// version.
    static func install(by connection: PostgreSQLConnection) throws(PostgreSQLError) -> Installation {
        try connection.transaction { () throws(PostgreSQLError) in
            // Two programs that create the same table at the same time would fail.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtext('atsproxy.init'), 0)")
            let version = try installedVersion(by: connection)
            if let version, version != Self.version { return .other(version) }
            let missing = try missingTables(by: connection)
            // An empty table of versions is the first to be missed.
            let isIncomplete = version == nil ? missing.count < tables.count : !missing.isEmpty
            guard !isIncomplete else { return .incomplete(missing.first ?? "schema_version") }
            try connection.execute(statements)
            let added = try connection.execute(
                "INSERT INTO atsproxy.schema_version (version) VALUES ($1) ON CONFLICT DO NOTHING", ["\(Self.version)"])
            return added.affected > 0 ? .new : .present
        }
    }

    /// The result of the installation.
    enum Installation: Equatable {
        /// The tables were created.
        case new
        /// The tables existed.
        case present
        /// There are tables of another version.
        case other(Int)
        /// There is a part of the tables only. The name of a table that is missing, or has lost its rows.
        case incomplete(String)
    }

    /// The names of the tables, in the order of their creation.
    static var tables: [String] {
        statements.matches(of: /CREATE TABLE IF NOT EXISTS atsproxy\.([a-z_0-9]+)/).map { String($0.output.1) }
    }

    private static func missingTables(by connection: PostgreSQLConnection) throws(PostgreSQLError) -> [String] {
        var missing: [String] = []
        for table in tables where try connection.execute("SELECT to_regclass($1)", ["atsproxy.\(table)"]).value == nil {
            missing.append(table)
        }
        return missing
    }

    /// The version of the store in the database; nil if there is none.
    static func installedVersion(by connection: PostgreSQLConnection) throws(PostgreSQLError) -> Int? {
        guard try connection.execute("SELECT to_regclass('atsproxy.schema_version')").value != nil else { return nil }
        return try connection.execute("SELECT max(version) FROM atsproxy.schema_version").value.flatMap { Int($0) }
    }
}
