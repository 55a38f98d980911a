import Foundation
import TransportSecurity

/// What standard output can show.
enum Terminal {
    /// Whether colours may be used: it is a terminal, and nobody asked for none (<https://no-color.org>).
    static var showsColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }

    /// The text with everything escaped that a terminal may obey or be confused by; cut where it is endless.
    static func visible(_ text: String) -> String {
        text.visible(limit: 2000)
    }
}
