import Foundation

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
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                shown.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            case _:
                shown.append(scalar)
            }
        }
        return String(shown) + (text.unicodeScalars.count > limit ? "…" : "")
    }

    private static let limit = 2000
}
