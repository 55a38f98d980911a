import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Stops the program at the end of standard input. The input ends when the program that has started this one ends, even
/// if it is killed.
enum InputEnd {
    /// Starts a thread that sends SIGTERM to this process once standard input has ended.
    static func startWatching() throws(SystemError) {
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
