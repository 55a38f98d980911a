import Recordings

extension RecordingSource {
    /// The line that describes this recording in a condensed recording.
    var condensedLine: String { String(decoding: condensed, as: UTF8.self) }
}
