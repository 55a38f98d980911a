import Foundation
import ModelContextProtocol
import Networking

/// This program as one that it starts itself. A tool is a command of the same version.
///
/// The other one ends with this one, whatever ends this one: it stops at the end of its standard input, whose other end
/// only this one has.
enum OwnProgram {
    /// The whole command for arguments of this program.
    ///
    /// - Parameter word: The word that makes it end with its input.
    static func command(_ arguments: [String], ending word: String = InputEnd.option) -> [String] {
        [Bundle.main.executablePath ?? CommandLine.arguments[0], word] + arguments
    }

    /// The streams that the command needs.
    static let style = PipedProgram.Style(holdsInput: true)

    /// The output of a command that cannot be started.
    static func failure(_ error: SystemError) -> CommandOutput {
        .failed(70, because: "atsproxy cannot be run: \(error.operation): \(error.text).")
    }
}
