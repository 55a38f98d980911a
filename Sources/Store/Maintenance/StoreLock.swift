import PostgreSQL

/// The advisory lock of the whole store. Batches and updates of sums share it. The removal of old rows, to which these
/// may refer, takes it exclusively.
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

/// The advisory lock of each month. Batches with loads of the month share it; the update of the month's sums takes it
/// exclusively.
enum MonthLock {
    /// The two keys of the advisory lock of a month, in SQL.
    ///
    /// - Parameter month: The first day of the month, in the form `2026-11-01`.
    static func key(_ month: String) -> String {
        // 202611 in the example.
        let yearAndMonth = month.filter(\.isNumber).prefix(6)
        return "hashtext('atsproxy.month'), \(yearAndMonth)"
    }
}
