import Events
import TransportSecurity

/// A load as a line of the terminal shows it. The decisions on its request and on its tunnel are joined here.
struct ShownLoad: Hashable, Sendable {
    /// The decisions as one, with the worst outcome and with each finding once.
    var decisions: DecisionEvent
    /// Whether an earlier line has shown a better outcome of the same load.
    var isCorrection = false

    /// Creates a load from its first decision.
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

    /// Whether a further decision changes the line: it is worse, it has further violations, or it shows that the app
    /// has accepted its server.
    func isChanged(by event: DecisionEvent) -> Bool {
        if event.accepted == true, LoadOutcome(decisions) == .failsUnlessAccepted { return true }
        if event.decision.severity > decisions.decision.severity { return true }
        return event.decision != .allowed
            && Self.joined(decisions.violations, event.violations).count > decisions.violations.count
    }

    /// The findings of two decisions, one for each rule. A rule about tunnels that repeats a rule about the probe is
    /// left out.
    private static func joined(_ first: [Finding], _ second: [Finding]) -> [Finding] {
        guard !second.isEmpty else { return first }
        var rules = Set(first.map(\.rule))
        let findings = first + second.filter { rules.insert($0.rule).inserted }
        return findings.filter { !$0.rule.repeats(rules) }
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
