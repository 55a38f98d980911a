import Networking
import TransportSecurity

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The file of a segment that is being written, which no other process writes or compresses.
struct SegmentFile {
    /// The name of the file.
    let name: SegmentName
    /// The descriptor to write to. The lock on the file is held until its owner closes the descriptor.
    let descriptor: Int32

    /// Creates the file of a segment.
    ///
    /// A name that is taken is passed over for that of the next millisecond. The name may be taken by another proxy of
    /// the same name, by a process that ended a moment ago, or by a segment that is compressed already.
    init(_ settings: SegmentSettings, at time: Instant) throws(SystemError) {
        var time = time
        for _ in 0..<Self.attempts {
            let name = SegmentName(of: settings.proxy, at: time)
            if let descriptor = try Self.create(name, settings) {
                (self.name, self.descriptor) = (name, descriptor)
                return
            }
            time.milliseconds += 1
        }
        throw SystemError(number: EEXIST, operation: "open")
    }

    /// The largest number of names to try.
    private static let attempts = 1000

    /// Creates a file that must not exist; nil if its name is taken.
    private static func create(_ name: SegmentName, _ settings: SegmentSettings) throws(SystemError) -> Int32? {
        let path = settings.path(name.file)
        // The mode excludes others, because the recording shows all connections of clients. The group may read: a log
        // shipper needs no further rights.
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o640)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw SystemError.last("open")
        }
        do throws(SystemError) {
            guard try SegmentLock.take(descriptor), FileIdentity.isFile(descriptor, stillAt: path) else {
                // A starting proxy of the same name has taken the file for one that was left behind, and removes it.
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
