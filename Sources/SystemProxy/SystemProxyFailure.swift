import InternetNames

/// The reason why the system's proxy cannot be set or restored.
package struct SystemProxyFailure: Error {
    /// The kind of reason.
    package let cause: Cause
    /// The sentence for the user, with escapes for characters that a terminal could interpret.
    package let sentence: String

    init(_ cause: Cause, _ sentence: String) {
        self.cause = cause
        self.sentence = sentence.visible(limit: Self.longest)
    }

    /// The kind of a reason.
    package enum Cause {
        /// The settings of the system cannot be read or changed, or another program has changed them.
        case unavailable
        /// The file with the earlier settings cannot be used.
        case file
        /// The file with the earlier settings cannot be written.
        case output
        /// The settings cannot be encoded, which is a defect of the program.
        case value
    }

    /// The largest number of characters in the sentence.
    private static let longest = 4000
}
