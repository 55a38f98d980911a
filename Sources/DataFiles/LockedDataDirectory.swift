import Foundation

/// The directory of updated files, held by this process only. No file can replace a newer one that another process has
/// stored since the comparison.
///
/// The lock is on the directory itself (flock(2)) and ends with the process. A file system without such locks is used
/// without one.
public struct LockedDataDirectory: ~Copyable {
    private let directory: DataDirectory
    private let descriptor: Int32

    /// Locks a directory, and creates it if there is none. The thread waits for another process, which is why it must
    /// be one that serves no clients.
    ///
    /// - Parameter waitingMilliseconds: The longest wait.
    public init(_ directory: DataDirectory, waitingMilliseconds: Int) throws(DataFileFault) {
        descriptor = try Self.lock(directory, waitingMilliseconds)
        self.directory = directory
    }

    deinit {
        close(descriptor)
    }

    /// Puts a file in its place.
    public borrowing func replace(_ kind: DataFileKind, with bytes: [UInt8]) throws(DataFileFault) {
        try directory.replace(kind, with: bytes)
    }

    /// Removes a file, and returns whether there was one.
    @discardableResult
    public borrowing func remove(_ kind: DataFileKind) throws(DataFileFault) -> Bool {
        try directory.remove(kind)
    }

    private static func lock(_ directory: DataDirectory, _ milliseconds: Int) throws(DataFileFault) -> Int32 {
        try directory.create()
        let path = directory.path
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DataFileFault("\(path), the directory of updated data, cannot be read: \(DataDirectory.text(errno)).")
        }
        var rest = milliseconds
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard rest > 0 else {
                close(descriptor)
                throw DataFileFault(
                    "\(path), the directory of updated data, is in use by another process; try again when that has ended."
                )
            }
            usleep(UInt32(step * 1000))
            rest -= step
        }
        return descriptor
    }

    /// The milliseconds between two attempts.
    private static let step = 20
}
