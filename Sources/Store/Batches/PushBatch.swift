import Recordings

/// The addition of a recording to the store between two positions in it.
struct PushBatch {
    /// The counts between the positions, and the numbers of the whole recording up to the new one.
    var part: CondensedPart
    /// The number of bytes that the store has counted before.
    var previousPosition: Int64
    /// The number of bytes that are counted afterwards.
    var position: Int64
    /// The SHA-256 digest of these bytes in hexadecimal.
    var digest: String
    /// Whether the recording is closed and was read to its end.
    var isComplete: Bool

    /// The memory for counts above which a batch ends, in bytes, roughly, unless another one is given.
    static let usualSizeLimit = 1 << 27
}
