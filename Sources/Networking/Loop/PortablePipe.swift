#if !os(Linux) || PORTABLE
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The pipe of systems that cannot move bytes between sockets inside the kernel. Its creation always fails, and streams
/// then copy the bytes that they forward.
final class Pipe {
    /// The approximate capacity in bytes.
    let capacity = 0
    /// The number of bytes in the pipe.
    let count = 0

    /// Returns nil.
    init?() { return nil }

    /// Fails, as an unknown system call does.
    func fill(from descriptor: Int32, atMost limit: Int) -> Int { unsupported() }

    /// Fails, as an unknown system call does.
    func drain(to descriptor: Int32) -> Int { unsupported() }

    private func unsupported() -> Int {
        errno = ENOSYS
        return -1
    }
}
#endif
