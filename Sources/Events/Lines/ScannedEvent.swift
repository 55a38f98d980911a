extension ScannedLine {
    /// The kinds of events, by the value of `event`.
    package enum Event {
        case decision, facts, closed, lost, policy, trust, service, segment, label, other

        /// Creates the kind with a name.
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

        /// Whether a line of this kind is valid without the member `id`.
        var hasNoID: Bool {
            switch self {
            case .lost, .service, .label, .other: return true
            case .decision, .facts, .closed, .policy, .trust, .segment: return false
            }
        }
    }
}
