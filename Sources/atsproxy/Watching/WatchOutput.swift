import Foundation
import Metrics
import Networking
import Settings
import StandardStreams
import Watching

/// Tells the changes of a pass: on standard output, to the command of `--notify`, and in the file of `--textfile`.
struct WatchOutput: Sendable {
    let format: WatchFormat
    /// The command that gets the changes; nil for none.
    let command: String?
    /// The file of metrics; nil for none.
    let textfile: String?

    /// The time that a command has, in milliseconds.
    private static let patience = 60_000

    /// Tells a report. Returns whether the changes need not be told again.
    ///
    /// - Parameter path: A file that is written for the command, which reads the changes from it, and then removed.
    func deliver(_ report: PassReport, through path: String) throws(CommandFailure) -> Bool {
        if let text = text(of: report, rendered: true) {
            guard Console.deliver(text) else { return false }
        }
        if let command, let text = text(of: report, rendered: false), !report.changes.isEmpty {
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

    private func text(of report: PassReport, rendered: Bool) -> String? {
        switch format {
        case .text: report.document.map { (rendered ? Terminal.renderer : .init()).text(of: $0) }
        case .json: report.lines.isEmpty ? nil : report.lines.joined(separator: "\n")
        case .junit: report.junit
        }
    }

    private func run(_ command: String, with text: String, through path: String) throws(CommandFailure) {
        try PrivateFile.write(Array(text.utf8), to: path)
        defer { unlink(path) }
        let run: ToolRun
        do throws(SystemError) {
            run = try ToolRun(
                ["/bin/sh", "-c", "exec <\"$0\" || exit 74\n" + command, path],
                within: .init(milliseconds: Self.patience))
        } catch {
            throw Self.failure("cannot be run: \(error.text)")
        }
        guard run.ending != .exited(0) else { return }
        let output = String(decoding: run.output.prefix(500), as: UTF8.self).split(whereSeparator: \.isNewline)
        let said = output.last.map { " (\($0))" } ?? ""
        switch run.ending {
        case .exited(let status): throw Self.failure("ended with status \(status)\(said)")
        case .killed(let signal): throw Self.failure("was ended by signal \(signal)\(said)")
        case .stopped: throw Self.failure("did not end within \(Self.patience / 1000) s, and was killed")
        }
    }

    private static func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.output, "the command of --notify \(reason); the changes are told again after the next pass.")
    }
}
