import Recordings

/// The part of a recording between two positions, which is added to the store in one transaction.
struct PushBatch {
    /// The counts of loads between the positions, and the totals of the recording up to the new position.
    var part: CondensedPart
    /// The number of bytes of the recording that the store has counted before.
    var previousPosition: Int64
    /// The number of bytes of the recording that are counted afterwards.
    var position: Int64
    /// The SHA-256 digest of the first `position` bytes, in hexadecimal.
    var digest: String
    /// Whether the recording is closed and was read to its end.
    var isComplete: Bool

    /// The usual limit for the memory of a batch, in bytes. A batch ends soon after it takes more.
    static let usualSizeLimit = 1 << 27
}

/// The outcome of the attempt to add a batch to the store.
enum BatchOutcome: Equatable {
    /// The batch was added, without the decisions of days that were pruned.
    case added(prunedDecisions: Int)
    /// Nothing was added, because another program has pushed a part of the recording meanwhile.
    case overtaken
}

/// The part of a recording that a store has counted.
struct StoredRecording: Equatable {
    /// The number of bytes that are counted.
    var position: Int64
    /// Whether the recording is closed and counted to its end.
    var isComplete: Bool
    /// The SHA-256 digest of the counted bytes in hexadecimal.
    var digest: String
    /// The line that describes the recording in a condensed recording.
    var condensedLine: String
}

extension RecordingSource {
    /// The line that describes this recording in a condensed recording.
    var condensedLine: String { String(decoding: condensed, as: UTF8.self) }
}
