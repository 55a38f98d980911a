import Recordings

/// The state of a recording in a store.
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
