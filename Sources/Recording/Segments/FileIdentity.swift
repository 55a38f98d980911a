#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The identity of a regular file, which is the same under all its paths.
public struct FileIdentity: Hashable, Sendable {
    /// The device that the file is on.
    public var device: UInt64
    /// The inode number of the file on the device.
    public var number: UInt64

    /// Creates an identity.
    public init(device: UInt64, number: UInt64) {
        self.device = device
        self.number = number
    }

    /// The identity of the file at a path; nil if there is no file, or if it is not a regular one.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of an open file; nil if it is not a regular one.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether an open file is still the one at its path. A lock on a file that was removed meanwhile protects nothing.
    static func isFile(_ descriptor: Int32, stillAt path: String) -> Bool {
        guard let identity = FileIdentity(descriptor: descriptor) else { return false }
        return FileIdentity(path: path) == identity
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// The identity, size and modification time of a file. Two versions differ if the file has changed in between.
public struct FileVersion: Hashable, Sendable {
    /// The device that the file is on.
    private var device: dev_t
    /// The inode number on the device.
    private var node: ino_t
    /// The seconds of the modification time.
    private var seconds: Int
    /// The nanoseconds of the modification time within its second.
    private var nanoseconds: Int
    /// The number of bytes.
    public let size: Int64
    /// Whether the file has no name any more, because all its links were removed.
    public let isRemoved: Bool
    /// Whether the file is a regular one, and not a pipe, a device or a directory.
    public let isRegular: Bool

    /// The version of the file at a path; nil if there is no file, and for `-`, which stands for standard input.
    public init?(path: String) {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The present version of an open file; nil if the system reports an error.
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

    /// Whether the file may have only grown since an earlier version: both are of one file, and this one is at least as
    /// large.
    public func mayHaveGrown(from earlier: FileVersion?) -> Bool {
        guard let earlier else { return false }
        return device == earlier.device && node == earlier.node && size >= earlier.size
    }
}
