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
