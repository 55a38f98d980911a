import Events
import TransportSecurity

/// The decisions on one load, joined for one line.
struct ShownLoad: Hashable, Sendable {
    /// The decisions as one, with the worst outcome and with each finding once.
    var decisions: DecisionEvent
    /// Whether an earlier line has shown a better outcome of the same load.
    var isCorrection = false

    /// Creates the load of its first decision.
    init(_ event: DecisionEvent) {
        decisions = event
    }

    /// Adds a further decision on the same load.
    mutating func add(_ event: DecisionEvent) {
        let worse = event.decision.severity > decisions.decision.severity ? event : decisions
        decisions.time = max(decisions.time, event.time)
        decisions.decision = worse.decision
        decisions.scheme = worse.scheme
        decisions.error = worse.error ?? decisions.error ?? event.error
        decisions.violations = Self.joined(decisions.violations, event.violations)
        decisions.warnings = Self.joined(decisions.warnings, event.warnings)
        decisions.accepted = event.accepted ?? decisions.accepted
        if event.tls?.version != nil { decisions.tls = event.tls }
    }

    /// Whether the event changes the text about the load: to something worse, or because the app has accepted its
    /// server.
    func isChanged(by event: DecisionEvent) -> Bool {
        if event.accepted == true, LoadOutcome(decisions) == .failsUnlessAccepted { return true }
        if event.decision.severity > decisions.decision.severity { return true }
        return event.decision != .allowed
            && Self.joined(decisions.violations, event.violations).count > decisions.violations.count
    }

    /// The findings of both, with each rule once, and without those in a tunnel that repeat findings of the probe.
    private static func joined(_ first: [Finding], _ second: [Finding]) -> [Finding] {
        guard !second.isEmpty else { return first }
        var known = Set(first.map(\.rule))
        let all = first + second.filter { known.insert($0.rule).inserted }
        return all.filter { !$0.rule.repeats(known) }
    }
}

extension Decision {
    /// The order from the best to the worst outcome.
    var severity: Int {
        switch self {
        case .allowed: return 0
        case .failed: return 1
        case .wouldBlock: return 2
        case .blocked: return 3
        }
    }
}
