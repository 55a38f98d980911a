import PostgreSQL
import Recordings

/// The operations of a store that the pusher of recordings needs. Tests push to a store in memory.
protocol RecordingStore {
    /// The state of a recording in the store; nil if the store has nothing of it.
    func state(of source: RecordingSource) throws(StoreFailure) -> StoredRecording?

    /// Adds a batch, together with the new position of its recording, in one transaction.
    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome
}

extension Store: RecordingStore {
    func state(of source: RecordingSource) throws(StoreFailure) -> StoredRecording? {
        let key = [StoredText.stored(source.proxy ?? ""), StoredText.stored(source.id)]
        return try translatingFailures { () throws(PostgreSQLError) in
            let row = try connection.execute(
                "SELECT position, is_complete, digest, body FROM atsproxy.recordings WHERE proxy = $1 AND id = $2", key
            ).rows.first
            guard let row, let position = row[0].flatMap({ Int64($0) }) else { return nil }
            let (isComplete, digest, body) = (row[1] == "t", row[2], row[3])
            return StoredRecording(
                position: position, isComplete: isComplete, digest: digest ?? "", condensedLine: body ?? "")
        }
    }

    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome {
        try translatingFailures { () throws(PostgreSQLError) in
            if !isReadyForBatches {
                // Just-in-time compilation of queries on the temporary tables takes longer than it saves. The planner
                // chooses it, because it takes these tables for large ones while they are empty.
                try connection.execute("SET jit = off")
                try connection.execute(BatchTables.create)
                isReadyForBatches = true
            }
            var transaction = BatchTransaction(batch, by: connection)
            return try transaction.run()
        }
    }

    /// Updates the sums of months.
    public func updateSums() throws(StoreFailure) {
        try translatingFailures { () throws(PostgreSQLError) in try MonthlySums(connection).update() }
    }
}
