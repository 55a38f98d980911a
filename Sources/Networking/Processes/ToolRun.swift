import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A short run of another program, which the calling thread waits for.
///
/// The program has no input, default signal handling, and a process group of its own, which Ctrl-C does not reach.
public struct ToolRun: Sendable {
    /// The standard output and standard error of the program, at most `outputLimit` bytes.
    public let output: [UInt8]
    /// The program's exit status or signal; nil if the time was over and it was killed.
    public let ending: ChildProcess.Ending?

    /// The largest output in bytes that is kept. What follows is dropped.
    public static let outputLimit = 1 << 20

    /// Runs a program to its end. A name without a slash is searched for in `PATH`.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments, at least one element.
    ///   - milliseconds: The time after which it is killed, with all processes of its group.
    /// - Throws: The error of `posix_spawnp`, such as `ENOENT` if there is no such program.
    public init(_ command: [String], within milliseconds: Int) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let started = Result { () throws(SystemError) in try Self.start(command, writingTo: ends[1]) }
        // The program has the only writing end. The end of the program is thus the end of the output.
        close(ends[1])
        let identifier = try started.get()
        let deadline = WallClock.elapsedMilliseconds + Int64(milliseconds)
        output = Self.read(ends[0], until: deadline)
        ending = Self.end(identifier, until: deadline)
    }

    private static func start(_ command: [String], writingTo end: Int32) throws(SystemError) -> pid_t {
        #if canImport(Glibc)
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #else
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        for signal in [SIGKILL, SIGSTOP] { sigdelset(&all, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDERR_FILENO)
        var identifier: pid_t = 0
        let result = ChildProcess.withPointers(to: command.map { Array($0.utf8CString) }) { arguments in
            ChildProcess.withPointers(to: ChildProcess.environment(changing: [:])) { variables in
                posix_spawnp(&identifier, command[0], &actions, &attributes, arguments, variables)
            }
        }
        guard result == 0 else { throw SystemError(number: result, operation: "posix_spawnp") }
        return identifier
    }

    /// Reads until no process has the writing end any more, or the time is over.
    private static func read(_ end: Int32, until deadline: Int64) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let left = deadline - WallClock.elapsedMilliseconds
            var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            guard left > 0 else { return output }
            let ready = poll(&descriptor, 1, Int32(clamping: left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return output }
            let count = receive(end, &buffer)
            guard count > 0 else { return output }
            output += buffer.prefix(min(count, max(0, outputLimit - output.count)))
        }
    }

    /// Waits for the end of the program; kills it when the time is over.
    private static func end(_ identifier: pid_t, until deadline: Int64) -> ChildProcess.Ending? {
        var status: Int32 = 0
        while WallClock.elapsedMilliseconds < deadline {
            if waitpid(identifier, &status, WNOHANG) == identifier { return ChildProcess.Ending(waitStatus: status) }
            usleep(2000)
        }
        kill(-identifier, SIGKILL)
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return nil
    }

    private static func receive(_ end: Int32, _ buffer: inout [UInt8]) -> Int {
        buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Glibc)
            Glibc.read(end, bytes.baseAddress, bytes.count)
            #else
            Darwin.read(end, bytes.baseAddress, bytes.count)
            #endif
        }
    }
}
