import Agents
import ArgumentParser
import DataInUse
import OpenSSL
import Recording
import Settings
import StandardStreams

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
            exit(withError: Output.hasLostResult ? ExitCode(CommandFailure.Status.output.rawValue) : nil)
        } catch let verdict as ExitCode where verdict.rawValue < 64 && Output.hasLostResult {
            // A result that could not be written counts before the verdict.
            exit(withError: ExitCode(CommandFailure.Status.output.rawValue))
        } catch {
            exit(withError: error)
        }
    }
}

/// The descriptors 0, 1 and 2, which are standard input, output and error by convention.
enum StandardDescriptors {
    /// Opens `/dev/null` on those of the descriptors that are closed. The call must precede any other opening of a
    /// file. Otherwise the next socket or file would get such a number, and messages or a recording for standard output
    /// would be written into it.
    ///
    /// Standard input is opened only for writing, and the other two only for reading. Their usual use then fails as on
    /// a closed descriptor, and a recording to standard output is reported as failed.
    static func occupy() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            let opened = open("/dev/null", mode)
            // `open` returns the lowest free number, which is this descriptor unless another thread opens a file at the
            // same time.
            if opened >= 0, opened != descriptor {
                dup2(opened, descriptor)
                close(opened)
            }
        }
    }
}
