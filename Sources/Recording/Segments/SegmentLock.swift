import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
