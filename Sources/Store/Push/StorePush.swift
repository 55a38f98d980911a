import PostgreSQL
import Recordings

extension Store: RecordingStore {
    func state(of source: RecordingSource) throws(StoreFailure) -> StoredRecording? {
        let key = [StoredText.stored(source.proxy ?? ""), StoredText.stored(source.id)]
        return try reported { () throws(PostgreSQLError) in
            let row = try connection.execute(
                "SELECT position, is_complete, digest, body FROM atsproxy.recordings WHERE proxy = $1 AND id = $2", key
            ).rows.first
            guard let row, let position = row[0].flatMap({ Int64($0) }) else { return nil }
            return StoredRecording(
                position: position, isComplete: row[1] == "t", digest: row[2] ?? "", condensedLine: row[3] ?? "")
        }
    }

    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome {
        try reported { () throws(PostgreSQLError) in
            if !isReadyForBatches {
                // The planner takes empty temporary tables for large ones. Just-in-time compilation of their queries
                // takes longer than it saves.
                try connection.execute("SET jit = off")
                try connection.execute(BatchTables.statements)
                isReadyForBatches = true
            }
            var transaction = BatchTransaction(batch, by: connection)
            return try transaction.run()
        }
    }

    /// Updates the sums of months.
    public func updateSums() throws(StoreFailure) {
        try reported { () throws(PostgreSQLError) in try MonthlySums(connection).update() }
    }
}
