import Foundation

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
