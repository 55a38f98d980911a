import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program whose standard streams are pipes of this process. One thread reads them and waits for the end.
public final class PipedProgram {
    /// The identifier of the process.
    public let identifier: pid_t
    /// The descriptor from which standard output is read.
    public let output: Int32
    /// The descriptor from which standard error is read; nil if it is in the output.
    public let errors: Int32?
    private var input: Int32?
    private let hasOwnGroup: Bool
    private var ending: ChildProcess.Ending?

    /// The choices about a program's streams and signals.
    public struct Style: Sendable {
        /// Whether standard input stays open until `endInput`, or until this process has ended. Else it is empty.
        public var holdsInput = false
        /// Whether standard error has a pipe of its own. Else it goes where standard output goes.
        public var separatesErrors = true
        /// Whether the program gets a process group of its own, which Ctrl-C does not reach.
        public var hasOwnGroup = true

        /// Creates the choices.
        public init(holdsInput: Bool = false, separatesErrors: Bool = true, hasOwnGroup: Bool = true) {
            self.holdsInput = holdsInput
            self.separatesErrors = separatesErrors
            self.hasOwnGroup = hasOwnGroup
        }
    }

    /// The lock that keeps a program from inheriting the pipes of a program that another thread starts meanwhile.
    private static let starts = Mutex(())

    /// Starts a program. A name without a slash is searched for in `PATH`.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments, at least one element.
    ///   - style: The choices about its streams and signals.
    /// - Throws: The error of `posix_spawnp`, such as `ENOENT` if there is no such program, or of `pipe`.
    public init(_ command: [String], style: Style = Style()) throws(SystemError) {
        (identifier, input, output, errors) = try Self.starts.withLock { (_) throws(SystemError) in
            var pipes = Pipes()
            do throws(SystemError) {
                let reading = style.holdsInput ? try pipes.open() : nil
                let output = try pipes.open()
                let errors = style.separatesErrors ? try pipes.open() : nil
                let streams = ProgramStart.Streams(
                    input: reading?.read, output: output.write, errors: errors?.write ?? output.write)
                let start = ProgramStart(command: command, streams: streams, hasOwnGroup: style.hasOwnGroup)
                let identifier = try start.start()
                // Only the program holds the other ends from here on, so the pipes close when it exits.
                pipes.closeAll(except: [reading?.write, output.read, errors?.read])
                return (identifier, reading?.write, output.read, errors?.read)
            } catch {
                pipes.closeAll(except: [])
                throw error
            }
        }
        hasOwnGroup = style.hasOwnGroup
    }

    deinit {
        for descriptor in [input, output, errors] { if let descriptor { close(descriptor) } }
    }

    /// Ends the standard input of the program.
    public func endInput() {
        if let input { close(input) }
        input = nil
    }

    /// Sends a signal to the program, with its group if it has one of its own. Has no effect once a call has waited for
    /// the end.
    public func send(_ signal: Int32) {
        if ending == nil { kill(hasOwnGroup ? -identifier : identifier, signal) }
    }

    /// The time between two looks at a program that runs, in microseconds.
    private static let pollInterval: UInt32 = 2000

    /// Waits for the end of the program until a time of the monotonic clock in milliseconds; nil if it still runs.
    public func waitForEnd(by deadline: Int64) -> ChildProcess.Ending? {
        while true {
            let ending = findEnding()
            guard ending == nil, WallClock.elapsedMilliseconds < deadline else { return ending }
            usleep(Self.pollInterval)
        }
    }

    /// Waits for the end of the program.
    public func waitForEnd() -> ChildProcess.Ending {
        while true {
            if let ending = findEnding() { return ending }
            usleep(Self.pollInterval)
        }
    }

    /// Looks whether the program has ended; nil while it runs.
    private func findEnding() -> ChildProcess.Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        let result = waitpid(identifier, &status, WNOHANG)
        if result == identifier {
            ending = ChildProcess.Ending(waitStatus: status)
        } else if result == -1, errno == ECHILD {
            // The system has forgotten the status, because the parent of this process made it ignore SIGCHLD. A shell
            // reports 127 for such a program (POSIX, wait).
            ending = .exited(127)
        }
        return ending
    }
}

/// The pipes of a program that starts.
private struct Pipes {
    private var descriptors: [Int32] = []

    mutating func open() throws(SystemError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptors += ends
        return (ends[0], ends[1])
    }

    func closeAll(except kept: [Int32?]) {
        for descriptor in descriptors where !kept.contains(descriptor) { close(descriptor) }
    }
}
