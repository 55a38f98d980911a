/// The output of one command of this program that ran for a call of a tool.
public struct CommandOutput: Hashable, Sendable {
    /// The way in which the command ended.
    package var ending: Ending
    /// The standard output.
    package var output: [UInt8]
    /// The standard error.
    package var errors: [UInt8]

    /// The meaning of the ending, if it is not that of the exit status.
    var ownMeaning: String?

    /// The way in which a command ended.
    public enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// The command did not end within these seconds, and was killed.
        case timedOut(seconds: Int)
        /// The output was larger than the limit, and the command was killed.
        case tooLarge
    }

    /// Creates an output.
    public init(_ ending: Ending, output: [UInt8] = [], errors: [UInt8] = []) {
        self.ending = ending
        self.output = output
        self.errors = errors
    }

    /// The output of work that could not be done, with the exit status that a command would have.
    package static func failed(_ status: Int32, because sentence: String, meaning: String? = nil) -> CommandOutput {
        var output = CommandOutput(.exited(status), errors: Array(sentence.utf8))
        output.ownMeaning = meaning
        return output
    }

    /// Whether the command gave a result. Statuses from 64 on are failures, as in sysexits.h. A check also prints
    /// results with the status 69, for an unreachable server among others.
    package var hasResult: Bool {
        switch ending {
        case .exited(let status): return (0..<64).contains(status) || (status == 69 && !output.isEmpty)
        case .killed, .timedOut, .tooLarge: return false
        }
    }

    /// The exit status; nil if the command did not end by itself.
    var status: Int32? {
        switch ending {
        case .exited(let status): return status
        case .killed, .timedOut, .tooLarge: return nil
        }
    }

    /// The meaning of the ending in a sentence.
    ///
    /// - Parameter toolMeanings: The meanings of exit statuses that differ from the general ones.
    func meaning(_ toolMeanings: [Int32: String]) -> String {
        if let ownMeaning { return ownMeaning }
        switch ending {
        case .exited(let status):
            return toolMeanings[status] ?? Self.meanings[status] ?? "The command ended with \(status)."
        case .killed(let signal): return "The command was ended by signal \(signal)."
        case .timedOut(let seconds): return "The command did not end within \(seconds) s, and was stopped."
        case .tooLarge: return "The output of the command is too large; choose fewer loads or URLs."
        }
    }

    /// The lines of standard error without the name of the program. The middle of a long text is left out.
    var messages: [String] {
        guard errors.count > 2 * Self.messagesLimit else { return Self.lines(errors[...]) }
        let left = errors.count - 2 * Self.messagesLimit
        return Self.lines(errors.prefix(Self.messagesLimit)) + ["… (\(left) more bytes)"]
            + Self.lines(errors.suffix(Self.messagesLimit))
    }

    /// The number of bytes of standard error that are read at each end of a long text.
    private static let messagesLimit = 8192

    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
            let prefix = "atsproxy: "
            return String(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line)
        }
    }

    private static let meanings: [Int32: String] = [
        0: "Nothing is violated.", 1: "A rule is violated.",
        2: "Nothing is violated, but not everything could be judged.", 64: "An argument is not accepted.",
        65: "A file or a text is not what it should be.", 69: "A server or an address cannot be reached.",
        70: "atsproxy has an internal error.", 74: "A result could not be written.",
    ]
}
