#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A run of another program within limits, which the calling thread waits for.
public struct ToolRun: Sendable {
    /// The beginning of the standard output.
    public private(set) var output: [UInt8] = []
    /// The beginning and the end of the standard error; empty if that is in the output.
    public private(set) var errors: [UInt8] = []
    /// The way in which the run ended.
    public private(set) var ending: Ending = .stopped(.time)
    private let limits: Limits

    /// The ways in which a run ends.
    public enum Ending: Hashable, Sendable {
        /// By the program itself, with this exit status.
        case exited(Int32)
        /// By this signal.
        case killed(Int32)
        /// This process has killed the program, with all processes of its group.
        case stopped(Stop)
    }

    /// The reasons to end a run early.
    public enum Stop: Hashable, Sendable {
        case time
        case size
        case cancelled
    }

    /// The limits of a run.
    public struct Limits: Sendable {
        /// The time in milliseconds.
        public var milliseconds: Int
        /// The largest standard output in bytes.
        public var output: Int
        /// Whether a larger output ends the run. Else the rest is dropped.
        public var endsWhenFull: Bool
        /// The largest standard error in bytes. The middle of a larger one is dropped.
        public var errors = 64 << 10

        /// Creates limits.
        public init(milliseconds: Int, output: Int = 1 << 20, endsWhenFull: Bool = false) {
            self.milliseconds = milliseconds
            self.output = output
            self.endsWhenFull = endsWhenFull
        }
    }

    /// Runs a program to its end. A name without a slash is searched for in `PATH`.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments, at least one element.
    ///   - limits: The limits of the run.
    ///   - style: The choices about the program's streams and process group.
    ///   - isCancelled: A question asked every 50 ms, by which another thread may end the run.
    /// - Throws: The error of `posix_spawnp`, such as `ENOENT` if there is no such program, or of `pipe`.
    public init(
        _ command: [String], within limits: Limits, style: PipedProgram.Style = .init(separatesErrors: false),
        isCancelled: () -> Bool = { false }
    ) throws(SystemError) {
        self.limits = limits
        let program = try PipedProgram(command, style: style)
        let deadline = WallClock.elapsedMilliseconds + Int64(limits.milliseconds)
        var open = [program.output, program.errors].compactMap(\.self)
        while true {
            let now = WallClock.elapsedMilliseconds
            if let stop = stop(at: now, by: deadline, isCancelled: isCancelled) {
                program.send(SIGKILL)
                _ = program.waitForEnd()
                ending = .stopped(stop)
                return
            }
            guard !open.isEmpty else {
                // A program may close its pipes long before it ends.
                guard let last = program.waitForEnd(by: min(deadline, now + 50)) else { continue }
                ending = Ending(last)
                return
            }
            for descriptor in DescriptorBytes.readable(open, within: min(deadline - now, 50)) {
                let bytes = DescriptorBytes.next(of: descriptor)
                if bytes.isEmpty { open.removeAll { $0 == descriptor } }
                keep(bytes, areErrors: descriptor == program.errors)
            }
        }
    }

    private func stop(at now: Int64, by deadline: Int64, isCancelled: () -> Bool) -> Stop? {
        if isCancelled() { return .cancelled }
        if limits.endsWhenFull, output.count > limits.output { return .size }
        return now >= deadline ? .time : nil
    }

    private mutating func keep(_ bytes: [UInt8], areErrors: Bool) {
        if areErrors {
            errors += bytes
            let half = limits.errors / 2
            if errors.count > limits.errors { errors.removeSubrange(half..<(errors.count - half)) }
        } else {
            // One byte beyond the limit shows that the output is larger.
            let most = limits.endsWhenFull ? limits.output + 1 : limits.output
            output += bytes.prefix(max(0, most - output.count))
        }
    }
}

extension ToolRun.Ending {
    fileprivate init(_ ending: ChildProcess.Ending) {
        switch ending {
        case .exited(let status): self = .exited(status)
        case .killed(let signal): self = .killed(signal)
        }
    }
}
