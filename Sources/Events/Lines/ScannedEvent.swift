extension ScannedLine {
    /// The events by their names in the member `event`.
    package enum Event {
        case decision, facts, closed, lost, policy, trust, service, segment, label, other

        /// Finds the event with a name; `other` if this version does not know it.
        init(_ name: JSONScanner.Slice) {
            if name.isEqual(to: "decision") {
                self = .decision
            } else if name.isEqual(to: "closed") {
                self = .closed
            } else if name.isEqual(to: "facts") {
                self = .facts
            } else if name.isEqual(to: "policy") {
                self = .policy
            } else if name.isEqual(to: "trust") {
                self = .trust
            } else if name.isEqual(to: "service") {
                self = .service
            } else if name.isEqual(to: "segment") {
                self = .segment
            } else if name.isEqual(to: "label") {
                self = .label
            } else {
                self = name.isEqual(to: "lost") ? .lost : .other
            }
        }

        /// Whether a line with this event must have the member `id`.
        var requiresID: Bool {
            switch self {
            case .decision, .facts, .closed, .policy, .trust, .segment: return true
            case .lost, .service, .label, .other: return false
            }
        }
    }
}
