import DataFiles
import Foundation
import ProxyServer
import Recording
import Settings
import StandardStreams
import TerminalDisplay
import Traffic

extension ServeSettings {
    /// Opens the destination of events, `--events` or standard output, and creates the recorder that writes to it.
    ///
    /// - Parameter live: The live display that receives the events as well; nil without one.
    func recorder(live: LiveMailbox? = nil) throws(CommandFailure) -> EventRecorder {
        if recording.segments == nil, let path = recording.path, path != "-" {
            try ExistingFile.checkRecording(at: path)
        }
        do throws(EventLogError) {
            if let segments = recording.segments {
                return EventRecorder(log: try EventLog(.segments(segments)), form: .json, live: live)
            }
            switch recording.path {
            case nil where isatty(STDOUT_FILENO) == 1:
                let line = TerminalLine(
                    secondsFromUTC: Int64(TimeZone.current.secondsFromGMT()), usesColour: Terminal.showsColour)
                let log = try EventLog(.standardOutput, warn: Output.say)
                let terminal = try TerminalLog(
                    log, as: line, on: STDOUT_FILENO, movesCursor: Terminal.movesCursor,
                    defaultWidth: Terminal.defaultWidth)
                return EventRecorder(log: log, form: .lines(terminal), live: live)
            case nil, "-":
                return EventRecorder(log: try EventLog(.standardOutput), form: .json, live: live)
            case .some(let path):
                return EventRecorder(log: try EventLog(.file(path)), form: .json, live: live)
            }
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}

extension ExistingFile {
    /// Throws an error if there is a file at the path that is not a recording. Events must not be appended to it.
    static func checkRecording(at path: String) throws(CommandFailure) {
        guard let file = ExistingFile(at: path), !file.isRecording else { return }
        // The text of a kind is a predicate, such as "is a property list".
        let predicate = FileKind(of: file.beginning).map { "\($0.predicate), and not" } ?? "is not"
        throw CommandFailure(.data, "\(path) \(predicate) a recording; name another file for the events.")
    }
}
