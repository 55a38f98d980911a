import Recordings

/// The operations of a store that the pusher of recordings needs.
protocol RecordingStore {
    /// The state of a recording in the store; nil if the store has nothing of it.
    func state(of source: RecordingSource) throws(StoreFailure) -> StoredRecording?

    /// Adds a batch, together with the new position of its recording, in one transaction.
    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome
}
