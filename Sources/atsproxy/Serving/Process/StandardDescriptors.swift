#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The descriptors 0, 1 and 2, which are standard input, output and error by convention.
enum StandardDescriptors {
    /// Opens `/dev/null` on those of the descriptors that are closed. The call must precede all other opening of files.
    /// Otherwise the next socket or file would get such a number, and messages or a recording for standard output would
    /// be written into it.
    ///
    /// Standard input is opened only for writing, and the other two only for reading. Their usual use then fails as on
    /// a closed descriptor, and a recording to standard output is reported as failed.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            let opened = open("/dev/null", mode)
            // `open` returns the lowest free number, which is this descriptor unless another thread opens a file at the
            // same time.
            if opened >= 0, opened != descriptor {
                dup2(opened, descriptor)
                close(opened)
            }
        }
    }
}
