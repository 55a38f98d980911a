import Recording
import Recordings

/// A recording whose file is open.
struct OpenRecording {
    let path: String
    let file: PushedFile
    /// The version of the file when it was opened.
    let version: FileVersion?
    var state = RecordingPushState()
    var source: RecordingSource?
    var tail: RecordingTail?
    var batch: PushBatch?

    init(_ path: String, pieceSize: Int) throws(StoreFailure) {
        self.path = path
        file = try PushedFile(path, pieceSize: pieceSize)
        version = file.version
    }

    /// Whether the path names another file now. A file that is gone was not replaced yet.
    var isReplaced: Bool {
        // The name of a recording that was compressed names the compressed one.
        let present = FileIdentity(path: path) ?? FileIdentity(path: path + ".gz")
        return present != nil && present != file.identity
    }
}
