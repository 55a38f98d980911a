import Documents
import Foundation

extension Terminal {
    /// A renderer for the width of the terminal, but at most 200 characters, or for 100 if there is none.
    package static var renderer: TextRenderer {
        var size = winsize()
        let isTerminal = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return TextRenderer(width: isTerminal ? min(Int(size.ws_col), 200) : 100, usesColour: showsColour)
    }
}
