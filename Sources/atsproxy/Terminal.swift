import Foundation

/// What standard output can show.
enum Terminal {
    /// Whether colours may be used: it is a terminal, and nobody asked for none (<https://no-color.org>).
    static var showsColour: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }
}
