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

    private func run(_ arguments: [String], seconds: Int) -> CommandOutput {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        do {
            try process.run()
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
                    result.errors += bytes.prefix(max(0, Self.errorLimit - result.errors.count))
                } else {
                    result.output += bytes
                }
            }
            early = ending(after: result.output.count, deadline, seconds: seconds)
        }
        // The pipes end with the process. A process that closes them early is not waited for.
        if early != nil, process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        let status = process.terminationStatus
        result.ending = early ?? (process.terminationReason == .exit ? .exited(status) : .killed(signal: status))
        return result
    }

    /// The reason to end a run early; nil if there is none.
    private func ending(after size: Int, _ deadline: Int64, seconds: Int) -> CommandOutput.Ending? {
        if isCancelled.load(ordering: .relaxed) { return .killed(signal: SIGKILL) }
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
            return Array(buffer.prefix(max(0, count)))
        }
    }
}
