import Foundation
import InternetNames
import Networking
import Synchronization
import TerminalDisplay

/// Output on standard error and standard output.
package enum Console {
    /// Writes `atsproxy: ` and a sentence to standard error.
    package static func say(_ sentence: String) {
        SharedTerminal.writeText { write("atsproxy: \(sentence)\n".withoutLogCommands, to: .standardError) }
    }

    /// Writes lines to standard error, which may contain control characters. Texts that a CI service would execute as
    /// commands are changed.
    package static func show(_ lines: [String]) {
        SharedTerminal.writeText { write(lines.map { $0.withoutLogCommands + "\n" }.joined(), to: .standardError) }
    }

    /// Writes a result to standard output. Texts in it that a CI service would execute as commands are changed. The
    /// first failure is reported on standard error, and `hasLostResult` is then true.
    package static func print(_ text: String) {
        _ = deliver(text)
    }

    /// Prints a result like `print`, and returns false if a part was lost. A closed pipe does not count as a loss.
    package static func deliver(_ text: String) -> Bool {
        let text = text.hasPrefix("{") ? text.withoutLogCommandsInJSON : text.withoutLogCommands
        do throws(OutputFileError) {
            try OutputFile(path: nil).write(Array((text + "\n").utf8))
            return true
        } catch {
            guard !error.isReaderGone else { return true }
            if !lostResult.exchange(true, ordering: .relaxed) { say(error.description) }
            return false
        }
    }

    /// Whether a part of the result could not be written.
    package static var hasLostResult: Bool { lostResult.load(ordering: .relaxed) }

    private static let lostResult = Atomic(false)

    /// Writes to standard error if that is a terminal. The text may contain control characters.
    package static func write(toTerminal text: String) {
        write(text, to: .standardError)
    }

    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            // Standard error cannot be written, and there is no other place to report that.
            return
        }
    }
}

/// The line on standard error that shows the progress of a command, only on terminals and only for more than one step.
package final class ProgressLine {
    private let total: Int
    private let isShown: Bool

    /// Creates a line for a number of steps, and shows it.
    package init(total: Int) {
        self.total = total
        isShown = total > 1 && isatty(STDERR_FILENO) == 1
        advance(to: 0)
    }

    /// Shows the number of finished steps.
    package func advance(to finished: Int) {
        if isShown, finished < total { Console.write(toTerminal: "\rchecked \(finished) of \(total)\u{1B}[K") }
    }

    /// Removes the line. A result can be printed in its place.
    package func clear() {
        if isShown { Console.write(toTerminal: "\r\u{1B}[K") }
    }
}
