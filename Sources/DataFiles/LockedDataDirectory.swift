import Foundation

/// The directory of updated files while no other process changes it.
///
/// Between the check of a file and its replacement, another process could put a newer one into the place. So both are done
/// under a lock (flock(2)) on the directory, which the system releases with the process.
public struct LockedDataDirectory: ~Copyable {
    private let directory: DataDirectory
    private let descriptor: Int32

    /// How long to wait for another process, in seconds. A replacement takes milliseconds.
    public static let patience = 5.0

    /// Locks a directory, which is created if there is none. Throws a fault if that is not possible within the time.
    public init(_ directory: DataDirectory, waiting seconds: Double = patience) throws(DataFileFault) {
        try directory.create()
        descriptor = try Self.lock(directory, waiting: seconds)
        self.directory = directory
    }

    deinit {
        close(descriptor)
    }

    /// Puts a file in its place.
    public func replace(_ kind: DataFileKind, with bytes: [UInt8]) throws(DataFileFault) {
        try directory.replace(kind, with: bytes)
    }

    /// Removes a file. Returns whether there was one.
    public func remove(_ kind: DataFileKind) throws(DataFileFault) -> Bool {
        guard unlink(directory.path(of: kind)) != 0 else { return true }
        guard errno != ENOENT else { return false }
        throw DataFileFault("\(directory.path(of: kind)) cannot be removed: \(String(cString: strerror(errno))).")
    }

    private static func lock(_ directory: DataDirectory, waiting seconds: Double) throws(DataFileFault) -> Int32 {
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(directory, errno) }
        let end = ContinuousClock.now + .seconds(seconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            guard number == EWOULDBLOCK || number == EINTR, ContinuousClock.now < end else {
                close(descriptor)
                throw number == EWOULDBLOCK
                    ? DataFileFault("\(directory.path) is being changed by another process; try again.")
                    : fault(directory, number)
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return descriptor
    }

    private static func fault(_ directory: DataDirectory, _ number: Int32) -> DataFileFault {
        DataFileFault("\(directory.path) cannot be locked: \(String(cString: strerror(number))).")
    }
}
