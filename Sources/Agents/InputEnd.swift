import Networking
import Settings
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Stops the program at the end of standard input. The input ends when the program that has started this one ends, even
/// if it is killed.
package enum InputEnd {
    /// The word before a command that has to end with its input. The command itself must not read standard input.
    package static let option = "--end-with-input"
    /// The same word for a command whose recording was made for it. If no load came, `serve` removes that file, and its
    /// directory if nothing else is in it.
    package static let discardingOption = "--end-with-input-discarding"

    /// Whether a recording without a load is removed.
    package static var discardsRecording: Bool { isDiscarding.load(ordering: .relaxed) }

    private static let isDiscarding = Atomic(false)
    /// The time in seconds for this process to stop by itself.
    private static let secondsToStop = Atomic(limit(draining: 0))

    /// Lets open connections go on for a time in seconds.
    package static func allow(draining seconds: Double) {
        secondsToStop.store(limit(draining: seconds), ordering: .relaxed)
    }

    /// The time in seconds for a process to stop whose connections may go on for a time in seconds.
    package static func limit(draining seconds: Double) -> UInt32 {
        30 + UInt32(min(max(seconds, 0), 1e9).rounded(.up))
    }

    /// Reads the word at the beginning of the arguments, if it is there, and watches standard input then.
    package static func begin(_ arguments: inout ArraySlice<String>) throws(CommandFailure) {
        guard let word = arguments.first, [option, discardingOption].contains(word) else { return }
        arguments.removeFirst()
        isDiscarding.store(word == discardingOption, ordering: .relaxed)
        try stopProcess()
    }

    /// Sends SIGTERM to this process once standard input has ended, and SIGKILL if that does not end it.
    private static func stopProcess() throws(CommandFailure) {
        do throws(SystemError) {
            try SystemThread.start(named: "input") {
                while !DescriptorBytes.next(of: STDIN_FILENO).isEmpty {}
                kill(getpid(), SIGTERM)
                sleep(secondsToStop.load(ordering: .relaxed))
                kill(getpid(), SIGKILL)
            }
        } catch {
            throw CommandFailure(.software, "cannot watch standard input: \(error.operation): \(error.text)")
        }
    }

    /// Removes a recording that was made for this process, and its directory.
    package static func discard(_ recording: String) {
        unlink(recording)
        guard let slash = recording.lastIndex(of: "/") else { return }
        rmdir(String(recording[..<slash]))
    }
}
