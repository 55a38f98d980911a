import Foundation
import ModelContextProtocol
import Networking
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A run of this program for a call of a tool. A thread waits for the run; another one may cancel it.
final class ToolProcess: Sendable {
    private let isCancelled = Atomic(false)

    /// The largest standard output in bytes.
    private static let outputLimit = 16 << 20
    /// The number of bytes of standard error that are kept.
    private static let errorLimit = 64 << 10

    /// Ends the run soon, and does not let another one begin.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Whether the run was cancelled.
    var isStopped: Bool { isCancelled.load(ordering: .relaxed) }

    /// Runs the program with each list of arguments, until one run has no result.
    func run(_ commands: [[String]], seconds: Int) -> [CommandOutput] {
        var outputs: [CommandOutput] = []
        for command in commands where outputs.allSatisfy(\.hasResult) {
            outputs.append(run(command, seconds: seconds))
        }
        return outputs
    }

    /// The program itself. A tool is a command of the same version.
    static var program: URL? { Bundle.main.executableURL }

    /// Starts a process that takes signals. Threads of this program take none, and a process inherits that choice.
    static func start(_ process: Process) throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    private func run(_ arguments: [String], seconds: Int) -> CommandOutput {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        do {
            try Self.start(process)
        } catch {
            return .failed(
                70, because: "atsproxy cannot be run: \(SystemError(behind: error, in: "posix_spawn").text).")
        }
        let deadline = WallClock.elapsedMilliseconds + Int64(seconds) * 1000
        var result = CommandOutput(.exited(0))
        var open = [output, errors].map(\.fileHandleForReading.fileDescriptor)
        let errorDescriptor = open[1]
        var early: CommandOutput.Ending?
        while !open.isEmpty, early == nil {
            for descriptor in Self.readable(open) {
                let bytes = Self.bytes(of: descriptor)
                if bytes.isEmpty { open.removeAll { $0 == descriptor } }
                if descriptor == errorDescriptor {
                    Self.append(bytes, to: &result.errors)
                } else {
                    result.output += bytes
                }
            }
            early = ending(after: result.output.count, deadline, seconds: seconds)
        }
        // A process may close its pipes long before it ends.
        while early == nil, process.isRunning {
            usleep(2000)
            early = ending(after: result.output.count, deadline, seconds: seconds)
        }
        if early != nil, process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        let status = process.terminationStatus
        result.ending = early ?? (process.terminationReason == .exit ? .exited(status) : .killed(signal: status))
        return result
    }

    /// Appends messages. Of too many, the first and the last ones are kept.
    private static func append(_ bytes: [UInt8], to errors: inout [UInt8]) {
        errors += bytes
        let half = errorLimit / 2
        if errors.count > errorLimit { errors.removeSubrange(half..<(errors.count - half)) }
    }

    /// The reason to end a run early; nil if there is none.
    private func ending(after size: Int, _ deadline: Int64, seconds: Int) -> CommandOutput.Ending? {
        if isStopped { return .killed(signal: SIGKILL) }
        if size > Self.outputLimit { return .tooLarge }
        return WallClock.elapsedMilliseconds >= deadline ? .timedOut(seconds: seconds) : nil
    }

    /// Those of the descriptors that have bytes or have ended, after at most 50 ms.
    private static func readable(_ descriptors: [Int32]) -> [Int32] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), 50) > 0 else { return [] }
        return polled.filter { $0.revents != 0 }.map(\.fd)
    }

    /// The next bytes of a descriptor; empty at its end.
    static func bytes(of descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // Whoever has the other end may have made the descriptor one that does not block.
                var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, -1)
                continue
            }
            return Array(buffer.prefix(max(0, count)))
        }
    }
}
