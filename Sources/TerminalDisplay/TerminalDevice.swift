#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Finds out the size of the terminal that lines are written to, and whether anything else has used the terminal since
/// the last line.
struct TerminalDevice: Sendable {
    private let descriptor: Int32
    /// Whether the terminal can move its cursor (ECMA-48).
    private let movesCursor: Bool
    /// The number of columns if the system does not know it.
    private let defaultWidth: Int
    /// The state at the last call of `screen`.
    private var last: State?

    /// The values that change if something else uses the terminal.
    private struct State: Hashable, Sendable {
        var width: Int
        var height: Int
        /// The number of bytes that were typed. Each typed line moves the cursor.
        var typed: Int32
        /// The number of texts that other parts of this program have written to the terminal (`SharedTerminal`).
        var otherTexts: Int
        /// Whether no other process uses the terminal, as far as job control shows.
        var isOwned: Bool
    }

    /// Creates the terminal at a descriptor.
    ///
    /// - Parameter defaultWidth: The number of columns if the system does not know it.
    init(_ descriptor: Int32, movesCursor: Bool, defaultWidth: Int) {
        self.descriptor = descriptor
        self.movesCursor = movesCursor
        self.defaultWidth = defaultWidth
    }

    /// The present size and state. The terminal is undisturbed if nothing has changed since the last call.
    ///
    /// - Parameter otherTexts: The number of texts that other parts of this program have written.
    mutating func screen(otherTexts: Int) -> TerminalScreen {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        var typed: Int32 = 0
        _ = ioctl(descriptor, Self.unreadBytes, &typed)
        // This process must have started the group, because other processes of the group may write as well.
        let isOwned = tcgetpgrp(descriptor) == getpgrp() && getpgrp() == getpid()
        let state = State(
            width: isKnown ? Int(size.ws_col) : defaultWidth, height: isKnown ? Int(size.ws_row) : 0, typed: typed,
            otherTexts: otherTexts, isOwned: isOwned)
        defer { last = state }
        return TerminalScreen(
            width: state.width, height: state.height,
            isUndisturbed: movesCursor && isKnown && isOwned && last == state)
    }

    #if canImport(Glibc)
    private static let unreadBytes = UInt(FIONREAD)
    #else
    /// `FIONREAD`, a macro that Swift does not import.
    private static let unreadBytes: UInt = 0x4004_667F
    #endif
}

/// The size and the state of a terminal at one moment.
struct TerminalScreen: Hashable, Sendable {
    /// The number of columns.
    var width: Int
    /// The number of rows; 0 if it is not known.
    var height = 0
    /// Whether the cursor can be moved, and is where the last text has left it, as far as this can be known.
    var isUndisturbed = false
}
