import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The end of standard input as a reason to stop, for a program that has started this one and may die at any time.
enum InputEnd {
    /// Sends SIGTERM to this process once standard input has ended.
    static func stopsProcess() throws(SystemError) {
        try SystemThread.start(named: "input") {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                guard count > 0 || count < 0 && errno == EINTR else { break }
            }
            kill(getpid(), SIGTERM)
        }
    }
}
