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

    /// Runs a command that returns its exit status, which becomes that of the program. A failure is reported as by
    /// `reporting`.
    static func exiting(_ job: () throws(CommandFailure) -> Int32) throws {
        let status = try reporting(job)
        if status != 0 { throw ExitCode(status) }
    }
}
