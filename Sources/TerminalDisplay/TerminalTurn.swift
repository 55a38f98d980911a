import Synchronization

/// The order in which parts of this program write to a terminal that they share.
///
/// Lines are changed in place only if nothing was written after them. Whoever else writes to standard error does so
/// within `counted`.
public enum TerminalTurn {
    /// The number of texts that were written besides the lines of a `TerminalLog`.
    private static let otherTexts = Mutex(0)

    /// Writes a text to the terminal that is not a line of a `TerminalLog`.
    public static func counted(_ write: () -> Void) {
        otherTexts.withLock { count in
            write()
            count += 1
        }
    }

    /// Writes lines while no other text is written; the closure receives the number of other texts until now.
    static func taken<Result>(_ write: (Int) -> Result) -> Result {
        otherTexts.withLock { write($0) }
    }
}
