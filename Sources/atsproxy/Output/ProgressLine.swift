import Foundation

/// One line on standard error that says how far a command is, where that is a terminal and there is more than one step.
final class ProgressLine {
    private let total: Int
    private let isShown: Bool

    /// A line for that many steps; shows the beginning at once.
    init(total: Int) {
        self.total = total
        isShown = total > 1 && isatty(STDERR_FILENO) == 1
        advance(to: 0)
    }

    /// Shows that so many steps are done.
    func advance(to finished: Int) {
        if isShown, finished < total { Console.write(toTerminal: "\rchecked \(finished) of \(total)\u{1B}[K") }
    }

    /// Takes the line away, so that a result can stand in its place.
    func clear() {
        if isShown { Console.write(toTerminal: "\r\u{1B}[K") }
    }
}
