import Networking
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The new file of a segment that is to be written. Its lock keeps other processes from writing or compressing it.
struct SegmentFile {
    /// The name of the file.
    let name: SegmentName
    /// The time in the name.
    let time: Instant
    /// The descriptor to write to. The lock on the file is held until its owner closes the descriptor.
    let descriptor: Int32

    /// Creates the file of a segment.
    ///
    /// If the name is taken, the name for the next millisecond is tried. Another proxy of the same name, a process that
    /// ended a moment ago, or a compressed segment may have taken it.
    init(_ settings: SegmentSettings, at time: Instant) throws(SystemError) {
        var time = time
        for _ in 0..<Self.attempts {
            let name = SegmentName(of: settings.proxy, at: time)
            if let descriptor = try Self.create(name, in: settings) {
                (self.name, self.time, self.descriptor) = (name, time, descriptor)
                return
            }
            time.milliseconds += 1
        }
        throw SystemError(number: EEXIST, operation: "open")
    }

    /// The largest number of names to try.
    private static let attempts = 1000

    /// Creates a file that must not exist; nil if its name is taken.
    private static func create(_ name: SegmentName, in settings: SegmentSettings) throws(SystemError) -> Int32? {
        let path = settings.path(name.file)
        // The mode excludes other users, because the recording shows all connections of clients. The group may read the
        // file, for log shippers.
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o640)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw SystemError.last("open")
        }
        do throws(SystemError) {
            guard try SegmentLock.take(descriptor), FileIdentity.isFile(descriptor, stillAt: path) else {
                // A starting proxy of the same name has mistaken the file for one of an earlier process, and removes
                // it.
                close(descriptor)
                return nil
            }
            guard access(settings.path(name.compressed), F_OK) != 0 else {
                unlink(path)
                close(descriptor)
                return nil
            }
            return descriptor
        } catch {
            unlink(path)
            close(descriptor)
            throw error
        }
    }
}

/// The lock of a process that writes or compresses a segment: flock(2), which the system releases when the process
/// ends.
enum SegmentLock {
    /// Takes the lock on an open file. Returns false if another descriptor has it.
    static func take(_ descriptor: Int32) throws(SystemError) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            case _: throw SystemError.last("flock")
            }
        }
        return true
    }

    /// Releases the lock before the file is closed.
    static func release(_ descriptor: Int32) {
        // After a failure, the lock is held until the file is closed.
        _ = flock(descriptor, LOCK_UN)
    }
}
