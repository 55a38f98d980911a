import InternetNames
import PostgreSQL
import Recordings
import TransportSecurity

/// Writes a batch and the new position of its recording in one transaction.
///
/// The transaction changes nothing if the batch does not begin at the position up to which the store has counted the
/// recording, or if the store has the complete recording. Nothing is therefore counted twice, even if several programs
/// push the recording or if a program or the server is killed.
struct BatchTransaction {
    private let connection: PostgreSQLConnection
    private var batch: PushBatch
    /// The name of the proxy as the store keeps it; empty for none.
    private let proxy: String
    /// The identifier of the recording as the store keeps it.
    private let recording: String

    /// Prepares the transaction for a batch.
    init(_ batch: PushBatch, by connection: PostgreSQLConnection) {
        self.connection = connection
        self.batch = batch
        proxy = StoredText.stored(batch.part.source.proxy ?? "")
        recording = StoredText.stored(batch.part.source.id)
    }

    /// Runs the transaction.
    mutating func run() throws(PostgreSQLError) -> BatchOutcome {
        var pruned = try removePruned()
        // Each partition is created in a transaction of its own. Within that of the batch, it would lock out other
        // batches until the end.
        for month in months { try connection.execute("SELECT atsproxy.add_month($1)", [month]) }
        return try connection.transaction { () throws(PostgreSQLError) in
            try StoreLock.take(.shared, by: connection)
            // Days may have been pruned since.
            pruned += try removePruned()
            try lockProxy()
            guard try isAtPosition() else { return .overtaken }
            try addStatements()
            try addKinds()
            try invalidateSums()
            try addLoads()
            try writePosition()
            return .added(prunedDecisions: pruned)
        }
    }

    /// Removes the loads of pruned days from the batch. Returns the number of their decisions.
    private mutating func removePruned() throws(PostgreSQLError) -> Int {
        guard let day = try connection.execute("SELECT \(PruningsTable.firstKeptDay)").value else { return 0 }
        return batch.part.removeLoads(before: day)
    }

    /// The days of the loads, in the form `2026-11-22`.
    private var days: Set<String> { Set(batch.part.loads.map(\.storedDay)) }

    /// The months with loads, sorted, each named by its first day.
    private var months: [String] { Set(days.map(Self.month)).sorted() }

    /// The first day of the month of a day, such as `2026-11-01` for `2026-11-22`.
    private static func month(of day: String) -> String { day.prefix(8) + "01" }

    /// Locks the row of the proxy until the end of the transaction. Batches of one proxy are therefore added one after
    /// the other.
    private func lockProxy() throws(PostgreSQLError) {
        try connection.execute("INSERT INTO atsproxy.proxies (name) VALUES ($1) ON CONFLICT DO NOTHING", [proxy])
        try connection.execute("UPDATE atsproxy.proxies SET last_push = now() WHERE name = $1", [proxy])
    }

    /// Whether the store has the recording exactly up to the beginning of the batch. The position does not suffice:
    /// the last batch may complete a recording without adding bytes.
    private func isAtPosition() throws(PostgreSQLError) -> Bool {
        let row = try connection.execute(
            "SELECT position, is_complete FROM atsproxy.recordings WHERE proxy = $1 AND id = $2", [proxy, recording]
        ).rows.first
        guard let row else { return batch.previousPosition == 0 }
        let isComplete = row[1] == "t"
        return row[0].flatMap { Int64($0) } == batch.previousPosition && !isComplete
    }

    /// Marks the sums of each month as outdated if they contain a day of the batch. The lock keeps other programs from
    /// updating the sums before the end of the transaction.
    private func invalidateSums() throws(PostgreSQLError) {
        for month in months {
            guard let earliestDay = days.filter({ Self.month(of: $0) == month }).min() else { continue }
            try connection.execute("SELECT pg_advisory_xact_lock_shared(\(MonthLock.key(month)))")
            try connection.execute(
                "UPDATE atsproxy.months SET through = month WHERE month = $1 AND through > $2", [month, earliestDay])
        }
    }

    /// Adds the recorded statements, each to the table of its type.
    private func addStatements() throws(PostgreSQLError) {
        guard !batch.part.statements.isEmpty else { return }
        var rows = CopyRows()
        for statement in batch.part.statements { statement.write(to: &rows) }
        try connection.copy(rows, by: "COPY pushed_statements FROM STDIN")
        for table in StatementTable.allCases {
            try connection.execute(BatchTables.insert(into: table))
        }
    }

    private func addKinds() throws(PostgreSQLError) {
        guard !batch.part.kinds.isEmpty else { return }
        var rows = CopyRows()
        for kind in batch.part.kinds { kind.write(to: &rows) }
        try connection.copy(rows, by: "COPY pushed_kinds FROM STDIN")
        try connection.execute(BatchTables.insertKinds)
    }

    /// Adds the loads to the rows of the store. Rows with the same keys are read, and replaced by the sums.
    private func addLoads() throws(PostgreSQLError) {
        guard !batch.part.loads.isEmpty else { return }
        var loads = BatchLoads(batch.part.loads, devices: try deviceNumbers())
        try addKnownRows(to: &loads)
        var sums = loads.sorted
        try connection.limitDevices(of: &sums)
        var rows = CopyRows()
        for sum in sums {
            rows.append(proxy)
            sum.key.write(to: &rows)
            sum.counts.write(to: &rows)
            rows.endRow()
        }
        try connection.copy(rows, by: "COPY pushed_loads (\(BatchTables.loadsColumns)) FROM STDIN")
        try connection.execute(BatchTables.insertLoads)
    }

    /// Adds the rows that the store has under the keys of the loads.
    private func addKnownRows(to loads: inout BatchLoads) throws(PostgreSQLError) {
        var keys = CopyRows()
        for key in loads.keys {
            keys.append(proxy)
            key.write(to: &keys)
            keys.endRow()
        }
        try connection.copy(keys, by: "COPY pushed_keys FROM STDIN")
        // Without statistics, the planner expects a few keys, and searches all loads of a kind for each of them.
        try connection.execute("ANALYZE pushed_keys")
        try connection.copyRows(BatchTables.knownLoads) { fields throws(CopyFields.Malformed) in
            let key = try DayLoadsKey(&fields)
            loads.add(try StoredCounts(&fields), of: key)
        }
    }

    /// The numbers of the devices, by address. New devices get a number.
    private func deviceNumbers() throws(PostgreSQLError) -> [String: Int32] {
        let addresses = Set(batch.part.loads.flatMap { $0.counts.devices.counts.keys })
        guard !addresses.isEmpty else { return [:] }
        var rows = CopyRows()
        for address in addresses {
            rows.append(StoredText.stored(address))
            rows.endRow()
        }
        try connection.copy(rows, by: "COPY pushed_devices FROM STDIN")
        try connection.execute(BatchTables.insertDevices)
        var numbers: [String: Int32] = [:]
        let query = "SELECT k.address, k.id FROM atsproxy.devices k JOIN pushed_devices d ON d.address = k.address"
        try connection.copyRows(query) { fields throws(CopyFields.Malformed) in
            guard let address = try fields.nextText(), let number = Int32(exactly: try fields.nextNumber()) else {
                throw CopyFields.Malformed()
            }
            numbers[StoredText.original(address)] = number
        }
        return numbers
    }

    /// Writes the totals of the recording and its position after the batch.
    private func writePosition() throws(PostgreSQLError) {
        let source = batch.part.source
        try connection.execute(
            """
            INSERT INTO atsproxy.recordings AS known (proxy, id, name, position, is_complete, lines, events, broken_lines,
                lost_events, first_load, last_load, body, digest, first_statement, is_pruned)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
                coalesce($11::timestamptz < \(PruningsTable.firstKeptDay)::timestamp AT TIME ZONE 'UTC', false))
            ON CONFLICT (proxy, id) DO UPDATE SET name = excluded.name, position = excluded.position,
                is_complete = excluded.is_complete, is_pruned = excluded.is_pruned, lines = excluded.lines,
                events = excluded.events, broken_lines = excluded.broken_lines, lost_events = excluded.lost_events,
                first_load = excluded.first_load, last_load = excluded.last_load, pushed = now(), body = excluded.body,
                digest = excluded.digest, first_statement = least(known.first_statement, excluded.first_statement)
            """,
            [
                proxy, recording, StoredText.stored(source.name), "\(batch.position)", "\(batch.isComplete)",
                "\(source.lines)", "\(source.events)", "\(source.brokenLines)", "\(source.lostEvents)",
                source.first.map(StoredTime.text), source.last.map(StoredTime.text), source.condensedLine,
                batch.digest, batch.part.statements.compactMap(\.time).min().map(StoredTime.text),
            ])
    }
}

extension CondensedPart {
    /// Removes the loads of all days before a day, and the kinds that no remaining load has. Returns the number of
    /// removed decisions.
    ///
    /// - Parameter day: The first day to keep, in the form `2026-11-20`.
    mutating func removeLoads(before day: String) -> Int {
        let removed = loads.filter { $0.storedDay < day }
        loads.removeAll { $0.storedDay < day }
        guard !removed.isEmpty else { return 0 }
        let usedKinds = Set(loads.map(\.kind)).union(loads.compactMap(\.after))
        kinds.removeAll { !usedKinds.contains($0.id) }
        return removed.reduce(0) { $0 + $1.counts.decisions }
    }
}
