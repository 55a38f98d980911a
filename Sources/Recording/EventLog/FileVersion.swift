#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The identity and the state of a file, by which a change is noticed.
public struct FileVersion: Hashable, Sendable {
    private var device: dev_t
    private var node: ino_t
    private var seconds: Int
    private var nanoseconds: Int
    /// The number of bytes.
    public let size: Int64
    /// Whether an open file has no name any more.
    public let isRemoved: Bool
    /// Whether it is a file that reading comes to the end of.
    public let isRegular: Bool

    /// The version of the file at a path; nil if it is not there, and for standard input.
    public init?(path: String) {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The present version of an open file; nil if the system does not tell.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        (device, node, size) = (status.st_dev, status.st_ino, Int64(status.st_size))
        isRemoved = status.st_nlink == 0
        isRegular = status.st_mode & S_IFMT == S_IFREG
        #if canImport(Darwin)
        (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #else
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #endif
    }

    /// Whether the file may only have grown.
    public func isSameFile(as other: FileVersion?) -> Bool {
        guard let other else { return false }
        return device == other.device && node == other.node && size >= other.size
    }
}
