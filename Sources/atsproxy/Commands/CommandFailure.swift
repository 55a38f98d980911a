import ArgumentParser
import TransportSecurity

/// The end of a command that could not do its job: a sentence for standard error, and the exit status.
struct CommandFailure: Error {
    /// By whose fault; the numbers are those of `sysexits.h`.
    enum Status: Int32 {
        /// The command line is wrong.
        case usage = 64
        /// A file is not what it should be.
        case data = 65
        /// A server or address cannot be reached or bound.
        case unavailable = 69
        /// A fault of ours.
        case software = 70
        /// Events could not be written.
        case output = 74
    }

    var status: Status
    /// Harmless to a terminal, whatever it quotes.
    let sentence: String

    init(_ status: Status, _ sentence: String) {
        self.status = status
        self.sentence = sentence.visible(limit: Self.longest)
    }

    /// The most characters that are said.
    private static let longest = 4000

    /// Runs a command's job; a failure of it is said on standard error and becomes the program's exit status.
    static func reported<Result>(_ job: () throws(CommandFailure) -> Result) throws -> Result {
        do throws(CommandFailure) {
            return try job()
        } catch {
            Console.say(error.sentence)
            throw ExitCode(error.status.rawValue)
        }
    }
}
