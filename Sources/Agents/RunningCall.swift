import Foundation
import ModelContextProtocol
import Networking
import Synchronization

/// A call of a tool that runs commands. One thread waits for their outputs, and another one may cancel the call.
final class RunningCall: Sendable {
    private let cancelled = Atomic(false)

    /// The largest standard output of a command in bytes.
    private static let outputLimit = 16 << 20

    /// Ends the running command soon, and does not let another one begin.
    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }

    /// Whether the call was cancelled.
    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Runs this program with each list of arguments, until one run has no result.
    func outputs(of commands: [[String]], seconds: Int) -> [CommandOutput] {
        var outputs: [CommandOutput] = []
        for command in commands where outputs.allSatisfy(\.hasResult) {
            outputs.append(output(of: command, seconds: seconds))
        }
        return outputs
    }

    private func output(of arguments: [String], seconds: Int) -> CommandOutput {
        do throws(SystemError) {
            let run = try ToolRun(
                OwnProgram.command(arguments),
                within: .init(milliseconds: seconds * 1000, output: Self.outputLimit, endsWhenFull: true),
                style: OwnProgram.style, isCancelled: { isCancelled })
            return CommandOutput(Self.ending(of: run, seconds: seconds), output: run.output, errors: run.errors)
        } catch {
            return OwnProgram.failure(error)
        }
    }

    private static func ending(of run: ToolRun, seconds: Int) -> CommandOutput.Ending {
        switch run.ending {
        case .exited(let status): return .exited(status)
        case .killed(let signal): return .killed(signal: signal)
        case .stopped(.time): return .timedOut(seconds: seconds)
        case .stopped(.size): return .tooLarge
        case .stopped(.cancelled): return .killed(signal: SIGKILL)
        }
    }
}
