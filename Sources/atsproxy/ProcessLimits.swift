#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the process asks of the system before it serves.
enum ProcessLimits {
    /// Switches core dumps off, which would hold what passed through, and raises the limit of descriptors, two of which
    /// each tunnel takes.
    static func prepare() {
        #if os(Linux)
        let (core, files) = (__rlimit_resource_t(RLIMIT_CORE.rawValue), __rlimit_resource_t(RLIMIT_NOFILE.rawValue))
        #else
        let (core, files) = (RLIMIT_CORE, RLIMIT_NOFILE)
        #endif
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        if setrlimit(core, &none) != 0 { Console.say("core dumps could not be switched off") }
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, rlim_t(descriptorLimit))
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        if setrlimit(files, &limit) != 0 { Console.say("the limit of open files could not be raised") }
    }

    /// More than the kernel's usual maximum helps nobody, and macOS refuses "unlimited".
    private static let descriptorLimit = 1 << 20
}
