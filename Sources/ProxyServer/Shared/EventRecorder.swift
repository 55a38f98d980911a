import Events
import JSONWriting
import Recording
import TerminalDisplay
import Traffic

/// Records events in a log, as JSON or as readable lines.
public struct EventRecorder: Sendable {
    /// The log.
    public let log: EventLog
    /// The form of the events.
    public let form: Form
    /// The facts, offers and test cases for live displays, whatever the form. Decisions come by `LiveFeed`. Nil without
    /// a live display.
    public let live: LiveMailbox?
    /// A second log of the same events, which nobody else writes to or changes; nil if there is none.
    public let copy: EventLog?
    /// The numbers of the loads that were recorded by workers which have ended.
    public let total = TrafficTotal()

    /// Forms of a recording.
    public enum Form: Sendable {
        /// All events. Each is one line with a JSON object.
        case json
        /// One readable line for each load, on a terminal.
        case lines(TerminalLog)
    }

    /// Creates a recorder.
    public init(log: EventLog, form: Form, live: LiveMailbox? = nil, copy: EventLog? = nil) {
        self.live = live
        self.copy = copy
        self.log = log
        self.form = form
    }

    /// Records a decision. The writer is reused for the JSON.
    func record(_ event: DecisionEvent, in json: inout JSONWriter) {
        switch form {
        case .json:
            log.append(event, in: &json, as: event.role)
            copy?.append(event, in: &json)
        case .lines(let terminal):
            terminal.append(event)
        }
    }

    /// Records facts. A terminal shows only the decisions that follow from them.
    func record(_ event: FactsEvent) {
        live?.add(event)
        switch form {
        case .json: append(event, as: event.role)
        case .lines: break
        }
    }

    /// Records the offer of a destination. A terminal does not show it.
    func record(_ event: ServiceEvent) {
        live?.add(event)
        switch form {
        case .json: append(event, as: event.role)
        case .lines: break
        }
    }

    /// Records that a test case was named. A terminal does not show it.
    func record(_ event: LabelEvent) {
        live?.add(event)
        switch form {
        case .json: append(event, as: nil)
        case .lines: break
        }
    }

    /// Records the end of a load.
    func record(_ event: ClosedEvent, in json: inout JSONWriter) {
        switch form {
        case .json:
            log.append(event, in: &json)
            copy?.append(event, in: &json)
        case .lines(let terminal): terminal.append(event)
        }
    }

    /// Records an event that belongs to no load, as JSON.
    func append(_ event: some JSONWritable, as role: LineRole?) {
        log.append(event, as: role)
        copy?.append(event)
    }

    /// Writes the waiting events and closes the log. The handler is called on another thread once that is done.
    ///
    /// A destination that accepts nothing is waited for no longer than `limit`. If there are several calls, the
    /// earliest limit holds.
    public func close(within limit: Duration, then handler: @escaping @Sendable () -> Void) {
        switch form {
        case .json:
            guard let copy else { return log.close(within: limit, then: handler) }
            log.close(within: limit) { copy.close(within: limit, then: handler) }
        case .lines(let terminal): terminal.close(within: limit, then: handler)
        }
    }

    /// The number of events that could not be written so far.
    var lostCount: Int {
        switch form {
        case .json: return log.counters.lost
        case .lines(let terminal): return log.counters.lost + terminal.lost
        }
    }

    /// The events that could not be written; nil if there are none.
    public var loss: EventLoss? {
        switch form {
        case .json: return log.loss ?? copy?.loss
        case .lines(let terminal):
            let count = terminal.lost + (log.loss?.count ?? 0)
            return count == 0
                ? nil : EventLoss(count: count, destination: "the terminal", reason: log.loss?.reason)
        }
    }
}
