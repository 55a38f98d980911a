import Networking
import Recording

/// The state of recordings that are viewed, by which a change is noticed: of each named file, and of each recording in
/// a named directory.
struct RecordingVersions: Hashable {
    /// The files that were named, in their order; nil for one that is not there, and for standard input.
    private var files: [FileVersion?] = []
    /// The recordings in directories, by path.
    private var segments: [String: FileVersion] = [:]

    /// Looks at the recordings at these paths.
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

    /// Whether a named file is another one than before, or shorter. Segments in a directory are only ever added and
    /// compressed.
    func replace(_ old: RecordingVersions) -> Bool {
        zip(files, old.files).contains { $0 != nil && $0?.isSameFile(as: $1) == false }
    }

    /// The position of a path at which something else is now than a file that reading comes to the end of; nil if there
    /// is none.
    func firstIrregular(since old: RecordingVersions) -> Int? {
        zip(files, old.files).enumerated().first { $1.0 != $1.1 && $1.0?.isRegular == false }?.offset
    }
}
