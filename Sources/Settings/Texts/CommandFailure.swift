import InternetNames

/// The failure of a command, with a sentence for standard error and the exit status.
package struct CommandFailure: Error {
    /// The exit status by cause, with the numbers of `sysexits.h`.
    package enum Status: Int32 {
        /// The command line is wrong.
        case usage = 64
        /// A file has the wrong format or content.
        case data = 65
        /// A server or address cannot be reached or bound.
        case unavailable = 69
        /// A defect of the program.
        case software = 70
        /// Events, or a result, could not be written.
        case output = 74
    }

    /// The exit status.
    package var status: Status
    /// The sentence, with escapes for characters that a terminal could interpret.
    package let sentence: String

    /// Creates a failure.
    package init(_ status: Status, _ sentence: String) {
        self.status = status
        self.sentence = sentence.visible(limit: Self.longest)
    }

    /// The largest number of characters in the sentence.
    private static let longest = 4000
}
