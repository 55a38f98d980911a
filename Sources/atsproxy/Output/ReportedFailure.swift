import ArgumentParser
import Settings
import StandardStreams

extension CommandFailure {
    /// Runs a command. A failure is printed on standard error and becomes the program's exit status.
    static func reporting<Result>(_ job: () throws(CommandFailure) -> Result) throws -> Result {
        do throws(CommandFailure) {
            return try job()
        } catch {
            Output.say(error.sentence)
            throw ExitCode(error.status.rawValue)
        }
    }
}
