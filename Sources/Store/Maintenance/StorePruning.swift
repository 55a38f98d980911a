import Audit
import InternetNames
import PostgreSQL
import TransportSecurity

extension Store {
    /// Removes the loads of all days before a day, and then kinds, facts, policies, trust stores, services and devices
    /// that belong to none of the remaining loads. Returns what was removed, in words.
    public func prune(before day: Instant) throws(StoreFailure) -> String {
        try reported { () throws(PostgreSQLError) in
            try connection.transaction { () throws(PostgreSQLError) in
                try StoreLock.take(.exclusive, by: connection)
                return try StorePruning(connection, before: StoredTime.day(of: day)).run()
            }
        }
    }
}

/// One removal of old loads, within a transaction.
private struct StorePruning {
    private let connection: PostgreSQLConnection
    /// The first day to keep, in the form `2026-11-20`.
    private let day: String

    init(_ connection: PostgreSQLConnection, before day: String) {
        (self.connection, self.day) = (connection, day)
    }

    func run() throws(PostgreSQLError) -> String {
        let months = try dropMonths()
        let rows = try delete("loads WHERE day < $1")
        try forgetSums()
        try delete("open_loads WHERE day < $1")
        let recordings = try connection.execute(
            """
            UPDATE atsproxy.recordings SET is_pruned = true
            WHERE NOT is_pruned AND last_load < $1::timestamp AT TIME ZONE 'UTC'
            """, [day]
        ).affected
        try delete(
            """
            ended_loads e USING atsproxy.recordings r
            WHERE r.proxy = e.proxy AND r.id = e.recording AND r.is_pruned AND $1 <> ''
            """)
        try deleteUnused()
        return
            "\(Quantity.of(months, "month")), \(Quantity.of(rows, "row")) and \(Quantity.of(recordings, "recording"))"
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

    /// Forgets the sums of the month of which some days were removed.
    private func forgetSums() throws(PostgreSQLError) {
        let month = try connection.execute(
            "UPDATE atsproxy.months SET through = month WHERE month < $1::date AND through > month RETURNING month",
            [day])
        for row in month.rows {
            try connection.execute("DELETE FROM atsproxy.loads_by_month WHERE day = $1", row)
        }
    }

    private func deleteUnused() throws(PostgreSQLError) {
        try connection.execute(
            """
            DELETE FROM atsproxy.kinds WHERE id NOT IN (
                SELECT kind FROM atsproxy.loads UNION SELECT after FROM atsproxy.loads
                UNION SELECT kind FROM atsproxy.open_loads)
            """)
        let recent = "AND time < $1::timestamp AT TIME ZONE 'UTC'"
        try delete("facts WHERE id NOT IN (SELECT facts FROM atsproxy.kinds WHERE facts IS NOT NULL) \(recent)")
        try delete("policies WHERE id NOT IN (SELECT policy FROM atsproxy.kinds WHERE policy IS NOT NULL) \(recent)")
        try delete("trusts WHERE id NOT IN (SELECT trust FROM atsproxy.facts WHERE trust IS NOT NULL) \(recent)")
        try delete("services WHERE true \(recent)")
        try connection.execute(
            """
            DELETE FROM atsproxy.devices WHERE id NOT IN (
                SELECT unnest(l.devices) FROM atsproxy.loads_by_month l
                JOIN atsproxy.months m ON m.month = l.day AND m.through > m.month
                UNION SELECT unnest(l.devices) FROM atsproxy.loads l
                LEFT JOIN atsproxy.months m ON m.month = date_trunc('month', l.day::timestamp)::date
                WHERE m.through IS NULL OR l.day >= m.through)
            """)
    }

    @discardableResult
    private func delete(_ rows: String) throws(PostgreSQLError) -> Int {
        try connection.execute("DELETE FROM atsproxy.\(rows)", [day]).affected
    }
}
