import Recordings

extension RecordingSource {
    /// The line of the recording in a condensed one.
    var condensedLine: String { String(decoding: condensed, as: UTF8.self) }
}
