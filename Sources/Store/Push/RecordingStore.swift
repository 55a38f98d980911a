import Recordings

/// The operations of a store that the pusher of recordings needs.
protocol RecordingStore {
    /// The state of a recording in the store; nil if it has nothing.
    func known(_ source: RecordingSource) throws(StoreFailure) -> StoredRecording?

    /// Adds a batch and the position up to which its recording is counted then, both or none.
    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome
}
