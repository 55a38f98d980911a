#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The descriptors 0, 1 and 2, which everybody takes for standard input, output and error.
enum StandardDescriptors {
    /// Occupies those that are closed, before anything else is opened: the next socket or file would get such a number,
    /// and sentences for a person, or a recording meant for standard output, would be written into it.
    ///
    /// `/dev/null` is opened in the direction that nobody uses, so that reading or writing fails as with a closed one, and
    /// a recording that goes nowhere is said to.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            let opened = open("/dev/null", mode)
            // The lowest free number is given, which is this one where nobody else opens anything yet.
            if opened >= 0, opened != descriptor {
                dup2(opened, descriptor)
                close(opened)
            }
        }
    }
}
