import ArgumentParser

/// The output format of a command.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// Text for readers.
    case text
    /// JSON for programs, with one object for each result on a line.
    case json
}
