import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The segments and temporary files of earlier processes of a proxy in its directory.
struct SegmentRecovery {
    /// The plain segments, sorted by name. Some may still be written by other processes, which hold their locks.
    let segments: [SegmentName]
    /// The segments of the temporary files of compressions.
    private let compressions: [SegmentName]

    /// Lists the directory. Throws an error if it cannot be read.
    init(_ settings: SegmentSettings) throws(SystemError) {
        guard let directory = RecordingDirectory(at: settings.directory) else {
            throw SystemError(number: ENOENT, operation: "opendir")
        }
        let names = try directory.names().sorted()
        segments = names.compactMap { SegmentName($0, of: settings.proxy) }
        compressions = names.compactMap { SegmentName(temporary: $0, of: settings.proxy) }
    }

    /// Removes the temporary files of compressions whose segment is gone. A file that cannot be removed stays, because
    /// it only takes up space.
    ///
    /// A compression removes its segment last. While the segment exists, its temporary file may be in use, or is
    /// replaced by the next compression. The list of the directory may be older than the segment, and does not tell.
    func removeAbandoned(in settings: SegmentSettings) {
        for segment in compressions where access(settings.path(segment.file), F_OK) != 0 && errno == ENOENT {
            unlink(settings.path(segment.temporary))
        }
    }
}
