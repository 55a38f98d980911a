import CLibevent

/// Memory that the process has freed and the C library has kept.
public enum FreeMemory {
    /// Returns the memory to the system, which takes some milliseconds, during which allocating threads wait. Has no
    /// effect if the C library is neither glibc nor Darwin's.
    public static func release() {
        release_free_memory()
    }

    /// The number of bytes that are allocated now; nil if the C library is not glibc 2.33 or later.
    public static var allocatedBytes: Int? {
        let count = allocated_memory()
        return count == 0 ? nil : count
    }
}
