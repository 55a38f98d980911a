import CStoreSchema
import PostgreSQL

/// The tables of the store, which `config/fleet/postgresql.sql` declares. `atsproxy-store init` installs them.
enum StoreSchema {
    /// The version of the tables that this program reads and writes.
    static let version = 6

    /// The statements that create the tables. Tables that exist are not changed.
    static var statements: String {
        String(
            decoding: UnsafeBufferPointer(start: store_schema_address(), count: store_schema_length), as: UTF8.self)
    }

    /// Creates the tables unless they exist. Nothing is changed if there are tables of another version, or only a part
    /// of the tables.
    static func install(by connection: PostgreSQLConnection) throws(PostgreSQLError) -> Installation {
        try connection.transaction { () throws(PostgreSQLError) in
            // Two programs that create the same table at the same time would fail.
            try connection.execute("SELECT pg_advisory_xact_lock(hashtext('atsproxy.init'), 0)")
            let version = try installedVersion(by: connection)
            if let version, version != Self.version { return .other(version) }
            let missing = try missingTables(by: connection)
            let isIncomplete = version == nil ? missing.count < tables.count : !missing.isEmpty
            // If all tables exist without a version, the table of the version has lost its row.
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
        /// Only a part of the tables exists. The name is that of a table that is missing or has lost its rows.
        case incomplete(String)
    }

    /// The names of the tables, in the order of their creation.
    static var tables: [String] {
        statements.matches(of: /CREATE TABLE IF NOT EXISTS atsproxy\.([a-z_0-9]+)/).map { String($0.output.1) }
    }

    /// The names of the tables that do not exist, in the order of their creation.
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
