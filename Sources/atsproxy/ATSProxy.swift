import Agents
import ArgumentParser
import DataInUse
import OpenSSL
import Recording
import Settings
import StandardStreams

/// The program, with one subcommand for each task.
@main
struct ATSProxy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "atsproxy",
        abstract: "Holds an app's traffic against Apple's App Transport Security, without decrypting it.",
        discussion: """
            Exit status: 0 nothing violated; 1 violations found; 2 nothing violated, but not everything could be \
            judged; 64 wrong usage; 65 invalid input; 69 a server or address that cannot be reached or bound; 70 an \
            internal error; 74 events or a result that could not be written; 130 and 143 interrupted.
            """,
        version: """
            atsproxy \(ServerVersion.number)
            \(OpenSSLVersion.text)\(OpenSSLVersion.isInProgram ? ", linked statically" : "")
            \(CurrentData.versionLine(.roots))
            \(CurrentData.versionLineOfRootStores)
            \(CurrentData.versionLine(.logList))
            \(CurrentData.versionLine(.publicSuffixes))
            """,
        subcommands: [
            ServeCommand.self, RunCommand.self, CheckCommand.self, CertificateCommand.self, WatchCommand.self,
            PolicyCommand.self, ReportCommand.self, AdviseCommand.self, CondenseCommand.self, ViewCommand.self,
            ProfileCommand.self, DataCommand.self, ModelContextCommand.self,
        ])

    static func main() {
        StandardDescriptors.occupy()
        OpenSSLLibrary.disableCleanupAtExit()
        do {
            var arguments = CommandLine.arguments.dropFirst()
            try CommandFailure.reporting { () throws(CommandFailure) in try InputEnd.begin(&arguments) }
            var command = try parseAsRoot(Array(arguments))
            try command.run()
            exit(withError: Console.hasLostResult ? ExitCode(CommandFailure.Status.output.rawValue) : nil)
        } catch let verdict as ExitCode where verdict.rawValue < 64 && Console.hasLostResult {
            exit(withError: ExitCode(CommandFailure.Status.output.rawValue))
        } catch {
            exit(withError: error)
        }
    }
}
