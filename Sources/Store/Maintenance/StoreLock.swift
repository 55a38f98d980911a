import PostgreSQL

/// The lock of the whole store. Batches and updates of sums share it. A removal of rows that they may refer to takes it
/// exclusively.
enum StoreLock {
    /// The modes of the lock. The raw value is the function of PostgreSQL that takes it until the end of the
    /// transaction.
    enum Mode: String {
        case shared = "pg_advisory_xact_lock_shared"
        case exclusive = "pg_advisory_xact_lock"
    }

    /// Waits for the lock.
    static func take(_ mode: Mode, by connection: PostgreSQLConnection) throws(PostgreSQLError) {
        try connection.execute("SELECT \(mode.rawValue)(hashtext('atsproxy.store'), 0)")
    }
}
