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
