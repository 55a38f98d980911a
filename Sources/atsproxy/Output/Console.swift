import Foundation

/// Lines for a person, on standard error.
enum Console {
    /// Writes `atsproxy: ` and the sentence.
    static func say(_ sentence: String) {
        write("atsproxy: \(sentence)\n", to: .standardError)
    }

    /// Writes a result to standard output.
    static func print(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    /// Writes to the terminal that is standard error, control characters included.
    static func write(toTerminal text: String) {
        write(text, to: .standardError)
    }

    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            // Whoever was to read it is gone; there is nobody left to tell.
            return
        }
    }
}
