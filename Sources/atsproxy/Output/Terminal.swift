import Foundation
import TransportSecurity

/// The capabilities of standard output.
enum Terminal {
    /// Whether colours may be used: standard output is a terminal, and the environment does not forbid them
    /// (<https://no-color.org>).
    static var showsColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }

    /// The text with escapes for characters that a terminal could interpret, truncated after 2000 characters.
    static func visible(_ text: String) -> String {
        text.visible(limit: 2000)
    }
}
