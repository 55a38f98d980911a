import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The files that processes of a proxy left in its directory when they crashed.
struct SegmentRecovery {
    /// The segments that may have to be compressed, by name. Those of living processes are among them: their locks
    /// tell.
    let segments: [SegmentName]
    /// The files of compressions whose segment is gone, which nothing needs.
    let abandoned: [String]

    /// Looks at the directory. Throws an error if it cannot be read.
    init(_ settings: SegmentSettings) throws(SystemError) {
        guard let directory = RecordingDirectory(at: settings.directory) else {
            throw SystemError(number: ENOENT, operation: "opendir")
        }
        let names = try directory.names().sorted()
        segments = names.compactMap { SegmentName($0, of: settings.proxy) }
        // The file of a compression whose segment is there is replaced when the segment is compressed.
        abandoned = names.filter { file in
            SegmentName(temporary: file, of: settings.proxy).map { !names.contains($0.file) } == true
        }
    }

    /// Removes files that nothing needs. A file that cannot be removed is left: it takes only room.
    func removeAbandoned(in settings: SegmentSettings) {
        for name in abandoned { unlink(settings.path(name)) }
    }
}
