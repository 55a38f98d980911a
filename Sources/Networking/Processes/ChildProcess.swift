#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A child process in the process group and with the standard streams of this process.
///
/// Lives on a loop, which must be the one that watches the signals of the process.
public final class ChildProcess {
    /// The process identifier.
    public let identifier: pid_t
    private let ended: (Ending) -> Void
    private let childEvent: SignalEvent
    private var hasEnded = false

    /// The way in which a process ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with this exit status.
        case exited(Int32)
        /// By this signal.
        case killed(Int32)

        /// Reads a status of `waitpid`.
        init(waitStatus status: Int32) {
            // WTERMSIG and WEXITSTATUS of wait(2), which are macros that Swift does not import.
            let signal = status & 0x7F
            self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        }

        /// The status as a shell reports it: 128 plus the number of the signal if a signal ended the process.
        public var status: Int32 {
            switch self {
            case .exited(let status): return status
            case .killed(let signal): return 128 + signal
            }
        }
    }

    /// Starts a program. A name without a slash is searched for in `PATH`. The handler is called once, on the loop,
    /// when the program has ended.
    ///
    /// The program starts with default signal handling: no signal is blocked, and none is ignored except those that the
    /// parent of this process ignores for it (`nohup`, a background job of a shell).
    ///
    /// - Parameters:
    ///   - command: The program and its arguments, at least one element.
    ///   - changes: Environment variables to set for the program; nil removes a variable.
    /// - Throws: The error of `posix_spawnp`, such as `ENOENT` if there is no such program.
    public init(
        _ loop: EventLoop, _ command: [String], changing changes: [String: String?],
        ended: @escaping (Ending) -> Void
    ) throws(SystemError) {
        self.ended = ended
        // The handler is installed before the start, because a program may end immediately.
        var childSignaled: () -> Void = {}
        childEvent = SignalEvent(loop, signal: SIGCHLD) { childSignaled() }
        identifier = try ProgramStart(command: command, changes: changes).start()
        childSignaled = { [unowned self] in self.reap() }
    }

    /// Sends a signal to the process. Has no effect after the process has ended.
    public func send(_ signal: Int32) {
        // No other process gets this identifier before `waitpid`, which is called on this loop.
        if !hasEnded { kill(identifier, signal) }
    }

    private func reap() {
        var status: Int32 = 0
        guard !hasEnded, waitpid(identifier, &status, WNOHANG) == identifier else { return }
        hasEnded = true
        ended(Ending(waitStatus: status))
    }
}
