import Foundation
import InternetNames
import Networking
import Synchronization
import TerminalDisplay

/// The output of the program: results on standard output, and messages on standard error. All commands write through
/// this type, because lines of the terminal's log may be on the screen at the same time.
package enum Output {
    /// Writes `atsproxy: ` and a sentence to standard error.
    package static func say(_ sentence: String) {
        SharedTerminal.writeText { write("atsproxy: \(sentence)\n".withoutLogCommands, to: .standardError) }
    }

    /// Writes lines, which may contain control characters, to standard error. Texts that a CI service would execute as
    /// commands are changed.
    package static func show(_ lines: [String]) {
        SharedTerminal.writeText { write(lines.map { $0.withoutLogCommands + "\n" }.joined(), to: .standardError) }
    }

    /// Writes a result and a line feed to standard output. Texts in the result that a CI service would execute as
    /// commands are changed. After a failure, which is reported once on standard error, `hasLostResult` is true.
    package static func print(_ text: String) {
        _ = deliver(text)
    }

    /// Writes a result like `print`, and returns false if a part was lost. A pipe that its reader has closed does not
    /// count as a loss.
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

    /// Writes a text to standard error, which the caller knows to be a terminal. The text may contain control
    /// characters.
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

/// The line on standard error that shows the progress of a command, such as `checked 3 of 12`. The line is shown only
/// on a terminal, and only for more than one step.
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
        if isShown, finished < total { Output.write(toTerminal: "\rchecked \(finished) of \(total)\u{1B}[K") }
    }

    /// Erases the line. A result can then be printed in its place.
    package func clear() {
        if isShown { Output.write(toTerminal: "\r\u{1B}[K") }
    }
}
