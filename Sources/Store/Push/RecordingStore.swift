import Recordings

/// What the pusher of recordings needs of a store.
protocol RecordingStore {
    /// What the store has of a recording; nil if it has nothing.
    func known(_ source: RecordingSource) throws(StoreFailure) -> KnownRecording?

    /// Adds a batch and the position up to which its recording is counted then, both or none.
    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome
}
