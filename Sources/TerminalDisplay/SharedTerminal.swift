import Synchronization

/// The lock that parts of this program hold while they write to the terminal.
///
/// A `TerminalLog` changes its lines in place only if no other text was written after them. All other texts for
/// standard error are therefore written within `writeText`, which counts them.
public enum SharedTerminal {
    /// The number of texts other than lines of a `TerminalLog` that were written.
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
