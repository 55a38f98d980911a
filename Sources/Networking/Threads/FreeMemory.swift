import CLibevent

/// Memory that the process has freed and the C library keeps.
public enum FreeMemory {
    /// Gives it back to the system. Takes some milliseconds, in which threads that allocate wait. Does nothing where
    /// the library is not glibc, which alone keeps so much.
    public static func release() {
        #if os(Linux)
        release_free_memory()
        #endif
    }
}
