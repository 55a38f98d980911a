import Foundation
import ProxyServer
import Recording

extension ServeSettings {
    /// Opens the recording that the settings name.
    func recorder() throws(CommandFailure) -> EventRecorder {
        do throws(EventLogError) {
            switch events {
            case nil where isatty(STDOUT_FILENO) == 1:
                let line = TerminalLine(
                    secondsFromUTC: Int64(TimeZone.current.secondsFromGMT()), usesColour: Terminal.showsColour)
                let log = try EventLog(.standardOutput, warn: Console.say)
                let terminal = try TerminalLog(
                    log, as: line, on: STDOUT_FILENO, movesCursor: Terminal.movesCursor,
                    defaultWidth: Terminal.defaultWidth)
                return EventRecorder(log: log, form: .lines(terminal))
            case nil, "-":
                return EventRecorder(log: try EventLog(.standardOutput), form: .json)
            case .some(let path):
                return EventRecorder(log: try EventLog(.file(path)), form: .json)
            }
        } catch {
            throw CommandFailure(.data, error.description)
        }
    }
}
