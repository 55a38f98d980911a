#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How many descriptors the process may have open (RLIMIT_NOFILE, `ulimit -n`).
public enum DescriptorLimit {
    /// The limit in force, as a number for sentences.
    public static var current: Int { Int(getdtablesize()) }

    /// Whether that many descriptors can be opened besides those that are open.
    public static func hasRoom(for count: Int) -> Bool {
        var free = 0
        for descriptor in 0..<getdtablesize() where free < count {
            if fcntl(descriptor, F_GETFD) < 0 { free += 1 }
        }
        return free >= count
    }

    /// Throws where not even so few descriptors can be opened now: for those who call what ends the process in that case.
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
