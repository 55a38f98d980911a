import Networking
import Settings

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Stops the program at the end of standard input. The input ends when the program that has started this one ends, even
/// if it is killed.
package enum InputEnd {
    /// The word before a command that asks for this. The command itself must not read standard input.
    package static let option = "--end-with-input"

    /// The time in seconds for this process to stop by itself.
    private static let secondsToStop: UInt32 = 30

    /// Sends SIGTERM to this process once standard input has ended, and SIGKILL if that does not end it.
    package static func stopsProcess() throws(CommandFailure) {
        do throws(SystemError) {
            try SystemThread.start(named: "input") {
                while !DescriptorBytes.next(of: STDIN_FILENO).isEmpty {}
                kill(getpid(), SIGTERM)
                sleep(secondsToStop)
                kill(getpid(), SIGKILL)
            }
        } catch {
            throw CommandFailure(.software, "cannot watch standard input: \(error.operation): \(error.text)")
        }
    }
}
