import Audit

/// What the pusher of recordings needs of a store.
protocol RecordingStore {
    /// What the store has of a recording; nil if it has nothing.
    func known(_ source: RecordingSource) throws(StoreFailure) -> KnownRecording?

    /// Adds a batch and the position up to which its recording is counted then, both or none.
    func add(_ batch: PushBatch) throws(StoreFailure) -> BatchOutcome
}

/// What a store has of a recording.
struct KnownRecording: Equatable {
    /// The number of bytes that are counted.
    var position: Int64
    /// Whether the recording is closed and counted to its end.
    var isComplete: Bool
    /// The SHA-256 digest of the counted bytes in hexadecimal.
    var digest: String
    /// The line of a condensed recording.
    var condensedLine: String
}
