import Documents
import Foundation
import Metrics
import Networking
import Settings
import StandardStreams
import Watching

/// The output of a watch: the changes on standard output and to the command of `--notify`, and the metrics in the file
/// of `--textfile`.
struct WatchOutput: Sendable {
    /// The format of the changes.
    let format: WatchFormat
    /// The command that gets the changes; nil for none.
    let command: String?
    /// The file of metrics; nil for none.
    let textfile: String?

    /// The time limit of the command, in milliseconds.
    private static let timeLimit = 60_000
    /// The number of bytes of the command's output in which a message finds the line that it quotes.
    private static let quotedSize = 500

    /// Delivers the changes. Returns whether they need not be told again.
    ///
    /// - Parameter path: A file that is written for the command, which reads the changes from it, and then removed.
    func deliver(_ report: PassReport, through path: String) throws(CommandFailure) -> Bool {
        if let text = text(of: report, by: Terminal.renderer) {
            guard Output.deliver(text) else { return false }
        }
        if let command, let text = text(of: report, by: TextRenderer()), !report.changes.isEmpty {
            try run(command, with: text + "\n", through: path)
        }
        return true
    }

    /// Writes the file of metrics. Prometheus' node exporter reads it as another user.
    func writeTextfile(_ report: PassReport) throws(CommandFailure) {
        guard let textfile else { return }
        let temporary = textfile + ".new"
        try PrivateFile.write(MetricsText(report.metrics, in: .prometheus).bytes, to: temporary)
        guard chmod(temporary, 0o644) == 0, rename(temporary, textfile) == 0 else {
            let reason = SystemError.last("rename").text
            unlink(temporary)
            throw CommandFailure(.output, "\(textfile) cannot be written: \(reason).")
        }
    }

    /// The changes in the chosen format; nil if there is nothing to say.
    private func text(of report: PassReport, by renderer: TextRenderer) -> String? {
        switch format {
        case .text: report.document.map { renderer.text(of: $0) }
        case .json: report.lines.isEmpty ? nil : report.lines.joined(separator: "\n")
        case .junit: report.junit
        }
    }

    /// Runs the command with a text on its standard input. A shell opens the file, and then executes the command.
    private func run(_ command: String, with text: String, through path: String) throws(CommandFailure) {
        try PrivateFile.write(Array(text.utf8), to: path)
        defer { unlink(path) }
        let run: ToolRun
        do throws(SystemError) {
            run = try ToolRun(
                ["/bin/sh", "-c", "exec <\"$0\" || exit 74\n" + command, path],
                within: .init(milliseconds: Self.timeLimit))
        } catch {
            throw Self.failure("cannot be run: \(error.text)")
        }
        guard run.ending != .exited(0) else { return }
        let beginning = String(decoding: run.output.prefix(Self.quotedSize), as: UTF8.self)
        let lines = beginning.split(whereSeparator: \.isNewline)
        let quotedLine = lines.last.map { " (\($0))" } ?? ""
        switch run.ending {
        case .exited(let status): throw Self.failure("ended with status \(status)\(quotedLine)")
        case .killed(let signal): throw Self.failure("was ended by signal \(signal)\(quotedLine)")
        case .stopped: throw Self.failure("did not end within \(Self.timeLimit / 1000) s, and was killed")
        }
    }

    private static func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.output, "the command of --notify \(reason); the changes are told again after the next pass.")
    }
}
