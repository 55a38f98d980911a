import Documents
import PostgreSQL
import TransportSecurity

extension Store {
    /// Removes the loads of all days before a day, and then the kinds, facts, policies, trust stores, services and
    /// devices that no remaining load refers to. Those in a recording that may still grow are kept, because its next
    /// loads may refer to them.
    ///
    /// - Parameters:
    ///   - day: The first day to keep.
    ///   - now: The present time. Days to come cannot be removed, because their loads would be counted later.
    public func prune(before day: Instant, now: Instant) throws(StoreFailure) -> PruneTotal {
        guard day <= now else {
            throw StoreFailure(
                .usage, "--before \(StoredTime.day(of: day)) is in the future; the last day to name is today, in UTC.")
        }
        var conflicts = 0
        while true {
            do throws(StoreFailure) {
                return try prune(before: StoredTime.day(of: day))
            } catch {
                conflicts += 1
                guard case .repetition = error.recovery, conflicts <= TransactionRetry.limit else { throw error }
                TransactionRetry.pause()
            }
        }
    }

    /// Removes the loads of all days before a day, in the form `2026-11-20`, in one transaction.
    private func prune(before day: String) throws(StoreFailure) -> PruneTotal {
        try translatingFailures { () throws(PostgreSQLError) in
            try connection.transaction { () throws(PostgreSQLError) in
                try StoreLock.take(.exclusive, by: connection)
                return try StorePruning(connection, before: day).run()
            }
        }
    }
}

/// The numbers of rows removed from a store.
public struct PruneTotal: Equatable, Sendable {
    /// The number of whole months. Their rows are not counted.
    var months: Int
    /// The number of rows of loads of other months.
    public var rows: Int
    /// The number of recordings of which nothing is left.
    var recordings: Int

    /// The numbers in a sentence.
    public var text: String {
        "removed \(Quantity.of(months, "month")), \(Quantity.of(rows, "row")) and \(Quantity.of(recordings, "recording"))."
    }
}

/// The table `prunings`: the days before which loads were removed.
enum PruningsTable {
    /// A subquery for the first day that is kept; null if nothing was removed.
    static let firstKeptDay = "(SELECT max(day) FROM atsproxy.prunings)"
}

/// One removal of old loads, within a transaction.
private struct StorePruning {
    private let connection: PostgreSQLConnection
    /// The first day to keep, in the form `2026-11-20`.
    private let day: String

    init(_ connection: PostgreSQLConnection, before day: String) {
        (self.connection, self.day) = (connection, day)
    }

    /// Removes the loads, and returns the numbers of removed rows.
    func run() throws(PostgreSQLError) -> PruneTotal {
        // Batches read this table, and leave out later loads of these days.
        try connection.execute("INSERT INTO atsproxy.prunings (day) VALUES ($1) ON CONFLICT DO NOTHING", [day])
        let months = try dropMonths()
        let rows = try delete("loads WHERE day < $1")
        try deleteSums()
        let recordings = try connection.execute(
            """
            UPDATE atsproxy.recordings SET is_pruned = true
            WHERE NOT is_pruned AND last_load < $1::timestamp AT TIME ZONE 'UTC'
            """, [day]
        ).affected
        try deleteUnused()
        return PruneTotal(months: months, rows: rows, recordings: recordings)
    }

    /// Drops the tables of whole months.
    private func dropMonths() throws(PostgreSQLError) -> Int {
        let months = try connection.execute(
            """
            SELECT month, 'loads_' || to_char(month, 'YYYY_MM') FROM atsproxy.months
            WHERE month + interval '1 month' <= $1::date ORDER BY month
            """, [day])
        for row in months.rows {
            guard let month = row[0], let table = row[1] else { continue }
            try connection.execute("DROP TABLE atsproxy.\(table)")
            try connection.execute("DELETE FROM atsproxy.loads_by_month WHERE day = $1", [month])
            try connection.execute("DELETE FROM atsproxy.months WHERE month = $1", [month])
        }
        return months.rows.count
    }

    /// Deletes the sums of the month of which some days were removed. The next update of the sums computes them again.
    private func deleteSums() throws(PostgreSQLError) {
        let month = try connection.execute(
            "UPDATE atsproxy.months SET through = month WHERE month < $1::date AND through > month RETURNING month",
            [day])
        for row in month.rows {
            try connection.execute("DELETE FROM atsproxy.loads_by_month WHERE day = $1", row)
        }
    }

    /// Deletes rows that no remaining row refers to.
    private func deleteUnused() throws(PostgreSQLError) {
        let isUnused = ["kind", "after"].map { "NOT EXISTS (SELECT FROM atsproxy.loads l WHERE l.\($0) = k.id)" }
        try connection.execute("DELETE FROM atsproxy.kinds k WHERE \(isUnused.joined(separator: " AND "))")
        // A recording has each statement once, and its loads may refer to it as long as the recording grows. The time
        // of a statement is the latest one in any recording.
        let isOld = """
            k.time < least($1::timestamp AT TIME ZONE 'UTC',
                (SELECT min(first_statement) FROM atsproxy.recordings WHERE NOT is_complete))
            """
        // Facts are deleted before the trust stores that they refer to.
        for (table, reference) in [
            ("facts", "kinds r WHERE r.facts = k.id"), ("policies", "kinds r WHERE r.policy = k.id"),
            ("trusts", "facts r WHERE r.trust = k.id"), ("services", "kinds r WHERE r.host = k.host"),
        ] {
            try delete("\(table) k WHERE NOT EXISTS (SELECT FROM atsproxy.\(reference)) AND \(isOld)")
        }
        try delete("labels k WHERE \(isOld)")
        try deleteUnusedDevices()
    }

    /// Deletes the devices that no row has. A sum of a month has the devices of all rows that it contains, except those
    /// beyond the limit for one row. The rows of such a sum are therefore read as well.
    private func deleteUnusedDevices() throws(PostgreSQLError) {
        try connection.execute(
            """
            WITH sums AS MATERIALIZED (
                SELECT l.* FROM atsproxy.loads_by_month l
                JOIN atsproxy.months m ON m.month = l.day AND m.through > m.month
            ), used AS MATERIALIZED (
                SELECT unnest(devices) AS id FROM sums
                UNION SELECT unnest(l.devices) FROM atsproxy.loads l
                LEFT JOIN atsproxy.months m ON m.month = date_trunc('month', l.day::timestamp)::date
                WHERE m.through IS NULL OR l.day >= m.through OR (m.month, l.kind, l.after, l.label) IN
                    (SELECT day, kind, after, label FROM sums WHERE other_device_decisions > 0))
            DELETE FROM atsproxy.devices k WHERE NOT EXISTS (SELECT FROM used u WHERE u.id = k.id)
            """)
    }

    /// Deletes rows. The text continues `DELETE FROM atsproxy.`; its parameter `$1` is the day.
    ///
    /// - Returns: The number of deleted rows.
    @discardableResult
    private func delete(_ rows: String) throws(PostgreSQLError) -> Int {
        try connection.execute("DELETE FROM atsproxy.\(rows)", [day]).affected
    }
}
