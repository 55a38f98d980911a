#if !os(Linux) || PORTABLE
#if canImport(Darwin)
import Darwin
#endif

extension DescriptorLimit {
    /// The highest limit worth requesting. Darwin refuses one beyond `kern.maxfilesperproc`, also if the hard limit is
    /// "unlimited" (setrlimit(2)).
    public static var highest: Int {
        #if canImport(Darwin)
        var number: Int32 = 0
        var size = MemoryLayout<Int32>.size
        return sysctlbyname("kern.maxfilesperproc", &number, &size, nil, 0) == 0 ? Int(number) : Int(OPEN_MAX)
        #else
        return 1 << 20
        #endif
    }
}
#endif
