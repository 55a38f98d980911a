import ArgumentParser

/// How a command prints its result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people.
    case text
    /// For programs: one JSON object for each result, one a line.
    case json
}
