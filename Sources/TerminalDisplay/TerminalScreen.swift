/// The size and the state of a terminal at one moment.
struct TerminalScreen: Hashable, Sendable {
    /// The columns.
    var width: Int
    /// The rows; 0 if they are not known.
    var height = 0
    /// Whether the cursor can be moved, and is where the last text has left it, as far as this can be known.
    var isUndisturbed = false
}
