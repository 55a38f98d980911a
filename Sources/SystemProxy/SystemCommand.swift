/// A command that changes a setting of the system.
struct SystemCommand: Hashable {
    /// The program and its arguments.
    let words: [String]
    /// Whether a failure of the command is ignored.
    let isOptional: Bool

    init(_ words: [String], isOptional: Bool = false) {
        self.words = words
        self.isOptional = isOptional
    }
}
