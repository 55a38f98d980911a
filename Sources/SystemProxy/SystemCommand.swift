/// A command that changes a setting of the system.
struct SystemCommand: Hashable {
    /// The program and its arguments.
    let words: [String]
    /// Whether the change is of use, but not needed by later commands.
    let isOptional: Bool

    init(_ words: [String], isOptional: Bool = false) {
        self.words = words
        self.isOptional = isOptional
    }
}
