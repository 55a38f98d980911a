import Synchronization

/// A lock for the parts of this program that write to one terminal.
///
/// A `TerminalLog` changes its lines in place only if nothing was written after them. All other texts for standard
/// error are therefore written within `writeText`, which counts them.
public enum SharedTerminal {
    /// The number of texts that were written besides the lines of a `TerminalLog`.
    private static let otherTexts = Mutex(0)

    /// Writes a text to the terminal that is not a line of a `TerminalLog`.
    public static func writeText(_ write: () -> Void) {
        otherTexts.withLock { count in
            write()
            count += 1
        }
    }

    /// Writes lines of a `TerminalLog`, while no other text is written. The closure receives the number of other texts
    /// that were written before.
    static func writeLines<Result>(_ write: (Int) -> Result) -> Result {
        otherTexts.withLock { write($0) }
    }
}
