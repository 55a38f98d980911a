import JSONWriting
import Recording

/// Where events go, and in which form.
public struct EventRecorder: Sendable {
    /// The log that they are written to.
    public let log: EventLog
    /// In which form.
    public let form: Form

    /// Forms of a recording.
    public enum Form: Hashable, Sendable {
        /// Every event as one JSON object a line.
        case json
        /// One readable line for each decision.
        case lines(TerminalLine)
    }

    /// A recorder that writes to that log, in that form.
    public init(log: EventLog, form: Form) {
        self.log = log
        self.form = form
    }

    /// Records a decision, which that writer may be used for.
    func record(_ event: DecisionEvent, in json: inout JSONWriter) {
        switch form {
        case .json:
            log.append(event, in: &json)
        case .lines(let line):
            log.append(line: Array(line.text(of: event).utf8))
        }
    }

    /// Records facts; people at a terminal see what follows from them.
    func record(_ event: FactsEvent) {
        if form == .json { log.append(event) }
    }

    /// Records an end; of no interest at a terminal.
    func record(_ event: ClosedEvent, in json: inout JSONWriter) {
        if form == .json { log.append(event, in: &json) }
    }
}
