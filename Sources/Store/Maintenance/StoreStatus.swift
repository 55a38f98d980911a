import PostgreSQL
import TransportSecurity

/// The content of a store in numbers, for `atsproxy-store status`.
public struct StoreStatus: Sendable {
    /// The version of the server, such as `15.4`.
    var server: String
    /// The number of recordings that were not pruned.
    var recordings: Int64
    /// The number of rows of loads.
    var rows: Int64
    /// The number of kinds of loads.
    var kinds: Int64
    /// The size of all tables and indexes in bytes.
    var bytes: Int64
    /// The first day of which loads are kept, in the form `2026-11-20`; nil if nothing was pruned.
    var prunedBefore: String?
    /// The content by proxy, sorted by name.
    var proxies: [Proxy]

    /// The content of the store of one proxy.
    struct Proxy: Sendable {
        /// The name; nil for recordings that name no proxy.
        var name: String?
        /// The number of recordings that were not pruned.
        var recordings: Int64
        /// The number of lines of these recordings.
        var lines: Int64
        /// The number of lines that could not be read.
        var brokenLines: Int64
        /// The number of lost events that the recordings report.
        var lostEvents: Int64
        /// The time of the first load; nil if there is none.
        var first: Instant?
        /// The time of the last load; nil if there is none.
        var last: Instant?
        /// The time of the last push; nil if there was none.
        var lastPush: Instant?
    }

    /// The time of the first load, but at least the beginning of the first day that pruning has kept; nil without
    /// loads.
    var first: Instant? {
        guard let first = proxies.compactMap(\.first).min() else { return nil }
        guard let prunedBefore, let firstKept = Instant("\(prunedBefore)T00:00:00Z") else { return first }
        return max(firstKept, first)
    }

    /// The time of the last load; nil if there is none.
    var last: Instant? { proxies.compactMap(\.last).max() }
}

extension Store {
    /// The first day of which loads are kept; nil if nothing was pruned.
    public func firstKeptDay() throws(StoreFailure) -> Instant? {
        try translatingFailures { () throws(PostgreSQLError) in
            try connection.execute("SELECT \(PruningsTable.firstKeptDay)").value.flatMap { Instant("\($0)T00:00:00Z") }
        }
    }

    /// Reads the content of the store in numbers.
    public func status() throws(StoreFailure) -> StoreStatus {
        try translatingFailures { () throws(PostgreSQLError) in
            try connection.transaction(.snapshot) { () throws(PostgreSQLError) in
                func number(_ query: String) throws(PostgreSQLError) -> Int64 {
                    try connection.execute("SELECT \(query)").value.flatMap { Int64($0) } ?? 0
                }
                let version = connection.serverVersion
                return StoreStatus(
                    server: "\(version / 10_000).\(version % 10_000)",
                    recordings: try number("count(*) FROM atsproxy.recordings WHERE NOT is_pruned"),
                    rows: try number("count(*) FROM atsproxy.loads"),
                    kinds: try number("count(*) FROM atsproxy.kinds"),
                    bytes: try number(
                        """
                        coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c
                        JOIN pg_namespace n ON n.oid = c.relnamespace
                        WHERE n.nspname = 'atsproxy' AND c.relkind = 'r'
                        """),
                    prunedBefore: try connection.execute("SELECT \(PruningsTable.firstKeptDay)").value,
                    proxies: try proxies())
            }
        }
    }

    /// The content of the store by proxy.
    private func proxies() throws(PostgreSQLError) -> [StoreStatus.Proxy] {
        let query = """
            SELECT p.name, count(r.id), coalesce(sum(r.lines), 0)::bigint, coalesce(sum(r.broken_lines), 0)::bigint,
                coalesce(sum(r.lost_events), 0)::bigint, min(r.first_load), max(r.last_load), p.last_push
            FROM atsproxy.proxies p
            LEFT JOIN atsproxy.recordings r ON r.proxy = p.name AND NOT r.is_pruned
            GROUP BY p.name ORDER BY p.name
            """
        return try connection.execute(query).rows.map { row in
            func number(_ column: Int) -> Int64 { row[column].flatMap { Int64($0) } ?? 0 }
            func time(_ column: Int) -> Instant? { row[column].flatMap { StoredTime.time(of: $0) } }
            let name = StoredText.original(row[0] ?? "")
            return StoreStatus.Proxy(
                name: name.isEmpty ? nil : name, recordings: number(1), lines: number(2), brokenLines: number(3),
                lostEvents: number(4), first: time(5), last: time(6), lastPush: time(7))
        }
    }
}
