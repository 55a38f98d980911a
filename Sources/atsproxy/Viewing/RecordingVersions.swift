import Networking
import Recording

/// The versions of the viewed recordings at one time: of each named file, and of each recording in a named directory.
/// Two states differ if a recording has changed in between.
struct RecordingVersions: Hashable {
    /// The versions of the named files, in their order; nil for a missing file, a directory and standard input.
    private var files: [FileVersion?] = []
    /// The versions of the recordings in directories, by path.
    private var segments: [String: FileVersion] = [:]

    /// Reads the present versions of the recordings at these paths.
    init(of paths: [String]) {
        for path in paths {
            guard path != "-", let directory = RecordingDirectory(at: path) else {
                files.append(FileVersion(path: path))
                continue
            }
            files.append(nil)
            // A directory that cannot be read is reported when its recordings are read.
            for segment in (try? directory.recordings()) ?? [] { segments[segment] = FileVersion(path: segment) }
        }
    }

    /// Whether a named file was replaced by another one, or truncated, since an earlier state. Segments in a directory
    /// are not compared, because a proxy only adds and compresses them.
    func haveReplacedFiles(since old: RecordingVersions) -> Bool {
        zip(files, old.files).contains { $0 != nil && $0?.mayHaveGrown(from: $1) == false }
    }

    /// The index of the first path whose file has become a pipe, a device or another irregular file, whose content may
    /// never end; nil if there is none.
    func firstIrregular(since old: RecordingVersions) -> Int? {
        zip(files, old.files).enumerated().first { $1.0 != $1.1 && $1.0?.isRegular == false }?.offset
    }
}
