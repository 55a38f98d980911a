import Recording
import Recordings

/// A recording that is being pushed: its open file, the next step, and the reader of its batches.
struct OpenRecording {
    /// The path under which the recording was found.
    let path: String
    /// The open file.
    let file: PushedFile
    /// The version of the file when it was opened; nil if the system did not tell.
    let version: FileVersion?
    /// The next step of the push.
    var state = RecordingPushState()
    /// The recording in the file; nil before it is identified.
    var source: RecordingSource?
    /// The reader of batches; nil before the store was asked where to begin.
    var tail: RecordingTail?
    /// The batch that is to be added; nil if none was read.
    var batch: PushBatch?

    /// Opens the file at a path.
    ///
    /// - Parameter pieceSize: The number of bytes of the file that are read at once.
    init(_ path: String, pieceSize: Int) throws(StoreFailure) {
        self.path = path
        file = try PushedFile(path, pieceSize: pieceSize)
        version = file.version
    }

    /// Whether another file has the path now. A file that was removed without a successor does not count.
    var isReplaced: Bool {
        // A proxy that compresses a recording replaces it by a file with the suffix .gz.
        let present = FileIdentity(path: path) ?? FileIdentity(path: path + ".gz")
        return present != nil && present != file.identity
    }
}
