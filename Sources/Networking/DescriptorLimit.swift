#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The limit on open descriptors of the process (RLIMIT_NOFILE, `ulimit -n`).
public enum DescriptorLimit {
    /// The limit in force.
    public static var current: Int { Int(getdtablesize()) }

    /// Whether a number of further descriptors can be opened.
    public static func hasRoom(for count: Int) -> Bool {
        var free = 0
        for descriptor in 0..<getdtablesize() where free < count {
            if fcntl(descriptor, F_GETFD) < 0 { free += 1 }
        }
        return free >= count
    }

    /// Throws an error if fewer than `count` descriptors can be opened now. For use before calls that end the process
    /// in that case.
    static func probe(_ count: Int) throws(SystemError) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw SystemError.last("open") }
            opened.append(descriptor)
        }
    }
}
