import Foundation

/// The directory of updated files, locked by this process. No other process can store a newer file between a comparison
/// with the present file and its replacement.
///
/// The lock is on the directory itself (flock(2)), and ends with this value or with the process. On a file system
/// without such locks, nothing is locked.
public struct LockedDataDirectory: ~Copyable {
    private let directory: DataDirectory
    /// The open directory, which has the lock.
    private let descriptor: Int32

    /// Locks a directory, and creates it if there is none. The call blocks while another process has the lock, and must
    /// not be made on a thread that serves clients.
    ///
    /// - Parameter waitingMilliseconds: The longest wait.
    public init(_ directory: DataDirectory, waitingMilliseconds: Int) throws(DataFileFault) {
        descriptor = try Self.lock(directory, waitingMilliseconds: waitingMilliseconds)
        self.directory = directory
    }

    deinit {
        close(descriptor)
    }

    /// Writes a file to the directory, in place of the present one.
    public borrowing func replace(_ kind: DataFileKind, with bytes: [UInt8]) throws(DataFileFault) {
        try directory.replace(kind, with: bytes)
    }

    /// Removes a file, and returns whether there was one.
    @discardableResult
    public borrowing func remove(_ kind: DataFileKind) throws(DataFileFault) -> Bool {
        try directory.remove(kind)
    }

    /// Opens and locks a directory. Returns its descriptor.
    private static func lock(
        _ directory: DataDirectory, waitingMilliseconds: Int
    ) throws(DataFileFault) -> Int32 {
        try directory.create()
        let path = directory.path
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DataFileFault("\(path), the directory of updated data, cannot be read: \(DataDirectory.text(errno)).")
        }
        var remainingMilliseconds = waitingMilliseconds
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard remainingMilliseconds > 0 else {
                close(descriptor)
                throw DataFileFault(
                    "\(path), the directory of updated data, is in use by another process; try again when that has ended."
                )
            }
            usleep(UInt32(retryMilliseconds * 1000))
            remainingMilliseconds -= retryMilliseconds
        }
        return descriptor
    }

    /// The milliseconds between two attempts.
    private static let retryMilliseconds = 20
}
