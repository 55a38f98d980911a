import CLibevent

/// Memory that the process has freed and the C library has kept.
public enum FreeMemory {
    /// Returns the memory to the system. This takes some milliseconds, during which allocating threads wait. Has no
    /// effect without glibc; other libraries do not keep so much.
    public static func release() {
        #if os(Linux)
        release_free_memory()
        #endif
    }
}
