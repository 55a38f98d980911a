import Recording

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The identity and the state of a file, by which a change is noticed.
struct FileVersion: Hashable {
    private var device: dev_t
    private var node: ino_t
    private var size: off_t
    private var seconds: Int
    private var nanoseconds: Int
    /// Whether it is a file that reading comes to the end of.
    let isRegular: Bool

    /// The version of the file at a path; nil if it is not there, and for standard input.
    init?(path: String) {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return nil }
        (device, node, size) = (status.st_dev, status.st_ino, status.st_size)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #endif
    }

    /// Whether the file may only have grown.
    func isSameFile(as other: FileVersion?) -> Bool {
        guard let other else { return false }
        return device == other.device && node == other.node && size >= other.size
    }
}
