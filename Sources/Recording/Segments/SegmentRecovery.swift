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
    /// The temporary files of compressions whose segment is gone. Nothing needs them.
    let abandoned: [String]

    /// Lists the directory. Throws an error if it cannot be read.
    init(_ settings: SegmentSettings) throws(SystemError) {
        guard let directory = RecordingDirectory(at: settings.directory) else {
            throw SystemError(number: ENOENT, operation: "opendir")
        }
        let names = try directory.names().sorted()
        segments = names.compactMap { SegmentName($0, of: settings.proxy) }
        // A temporary file whose segment exists is not abandoned: the compression of the segment replaces it.
        abandoned = names.filter { file in
            guard let segment = SegmentName(temporary: file, of: settings.proxy) else { return false }
            return !names.contains(segment.file)
        }
    }

    /// Removes the abandoned files. A file that cannot be removed is left; it only takes up space.
    func removeAbandoned(in settings: SegmentSettings) {
        for name in abandoned { unlink(settings.path(name)) }
    }
}
