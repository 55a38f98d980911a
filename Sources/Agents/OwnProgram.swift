import Foundation
import ModelContextProtocol
import Networking

/// The command line by which this program starts itself as a child process. A tool is thus a command of the same
/// version.
///
/// The child stops at the end of its standard input. Only this process has the other end of that pipe, which closes
/// whatever ends this process.
enum OwnProgram {
    /// The whole command for arguments of this program.
    ///
    /// - Parameter word: The word that makes the child end with its input.
    static func command(_ arguments: [String], ending word: String = InputEnd.option) -> [String] {
        [Bundle.main.executablePath ?? CommandLine.arguments[0], word] + arguments
    }

    /// The streams of the child. Its standard input stays open and empty.
    static let style = PipedProgram.Style(holdsInput: true)

    /// The output of a command that cannot be started.
    static func failure(_ error: SystemError) -> CommandOutput {
        .failed(70, because: "atsproxy cannot be run: \(error.operation): \(error.text).")
    }
}
