import PostgreSQL

/// The loads of a proxy whose decision is in one complete recording and whose end is in another one.
///
/// Complete recordings are not pushed again, so that what is deleted here does not come back. A load may get a second
/// decision in a third recording, even after its end, and readers need both parts of the load then. So pairs are joined only
/// when the proxy has recorded for another hour, which is far longer than a decision takes. A load that occurs twice, as in
/// copies of a recording, or that has a decision in a third recording, is left to the readers.
struct SplitLoadPairs {
    private let connection: PostgreSQLConnection
    private let proxy: String

    init(of proxy: String, by connection: PostgreSQLConnection) {
        (self.proxy, self.connection) = (proxy, connection)
    }

    private static let pairs = """
        SELECT o.proxy, o.id, o.recording AS opened, e.recording AS closed, o.day, o.kind, o.second, o.label,
            e.bytes_from_client, e.bytes_from_server, e.client_refusal
        FROM atsproxy.open_loads o JOIN atsproxy.ended_loads e ON e.proxy = o.proxy AND e.id = o.id
        JOIN atsproxy.recordings a ON a.proxy = o.proxy AND a.id = o.recording
        JOIN atsproxy.recordings b ON b.proxy = e.proxy AND b.id = e.recording
        WHERE o.proxy = $1 AND a.is_complete AND b.is_complete
            AND greatest(a.last_load, b.last_load) <
                (SELECT max(last_load) - interval '1 hour' FROM atsproxy.recordings WHERE proxy = $1)
            AND (SELECT count(*) FROM atsproxy.open_loads WHERE proxy = $1 AND id = o.id) = 1
            AND (SELECT count(*) FROM atsproxy.ended_loads WHERE proxy = $1 AND id = o.id) = 1
            AND NOT EXISTS (SELECT FROM atsproxy.single_decisions WHERE proxy = $1 AND id = o.id)
        """

    /// The days of the loads.
    func days() throws(PostgreSQLError) -> Set<String> {
        let days = try connection.execute("SELECT DISTINCT day FROM (\(Self.pairs)) p", [proxy])
        return Set(days.rows.compactMap { $0.first ?? nil })
    }

    /// Adds the bytes of the loads to their rows, and forgets the pairs.
    func join() throws(PostgreSQLError) {
        try connection.execute(
            """
            WITH pairs AS MATERIALIZED (\(Self.pairs)), sums AS (
                SELECT day, kind, after, label, least(sum(bytes_from_client), 4611686018427387904)::bigint AS from_client,
                    least(sum(bytes_from_server), 4611686018427387904)::bigint AS from_server, sum(refusals)::bigint AS refusals
                FROM (
                    SELECT day, kind, '\(StoredKind.none.text)'::uuid AS after, label, bytes_from_client,
                        bytes_from_server, client_refusal::integer AS refusals FROM pairs
                    UNION ALL
                    SELECT day, second, kind, label, bytes_from_client, bytes_from_server, 0 FROM pairs
                    WHERE second IS NOT NULL
                ) p GROUP BY day, kind, after, label
            ), forgotten_decisions AS (
                DELETE FROM atsproxy.open_loads o USING pairs p
                WHERE o.proxy = p.proxy AND o.id = p.id AND o.recording = p.opened
            ), forgotten_ends AS (
                DELETE FROM atsproxy.ended_loads e USING pairs p
                WHERE e.proxy = p.proxy AND e.id = p.id AND e.recording = p.closed
            )
            UPDATE atsproxy.loads l SET bytes_from_client = l.bytes_from_client + s.from_client,
                bytes_from_server = l.bytes_from_server + s.from_server, client_refusals = l.client_refusals + s.refusals
            FROM sums s WHERE l.proxy = $1 AND l.day = s.day AND l.kind = s.kind AND l.after = s.after
                AND l.label = s.label
            """, [proxy])
    }
}
