import JSONWriting
import Recording

/// Records events in a log, as JSON or as readable lines.
public struct EventRecorder: Sendable {
    /// The log.
    public let log: EventLog
    /// The form of the events.
    public let form: Form

    /// Forms of a recording.
    public enum Form: Hashable, Sendable {
        /// All events. Each is one line with a JSON object.
        case json
        /// One readable line for each decision.
        case lines(TerminalLine)
    }

    /// Creates a recorder.
    public init(log: EventLog, form: Form) {
        self.log = log
        self.form = form
    }

    /// Records a decision. The writer is reused for the JSON.
    func record(_ event: DecisionEvent, in json: inout JSONWriter) {
        switch form {
        case .json:
            log.append(event, in: &json)
        case .lines(let line):
            log.append(line: Array(line.text(of: event).utf8))
        }
    }

    /// Records facts. A terminal shows only the decisions that follow from them.
    func record(_ event: FactsEvent) {
        if form == .json { log.append(event) }
    }

    /// Records the end of a load. A terminal does not show it.
    func record(_ event: ClosedEvent, in json: inout JSONWriter) {
        if form == .json { log.append(event, in: &json) }
    }
}
