import ArgumentParser

/// The output format of commands that have no formats of their own.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// Text for readers.
    case text
    /// JSON for programs, with one object for each result on a line.
    case json
}

/// The output format of `policy lint`.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, junit, xcode
}

/// The output format of `watch`.
enum WatchFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit
}
