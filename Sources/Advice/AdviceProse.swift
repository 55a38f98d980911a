import TransportSecurity

extension AdvisedException {
    var keysProse: String {
        keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }.joined(separator: ", ")
    }

    /// The messages of the violations, without those in tunnels that repeat one of a probe, and the caveats.
    var reason: String {
        let rules = findings.map(\.rule)
        return (findings.filter { !$0.rule.repeats(rules) }.map(\.message) + caveats).joined(separator: " ")
    }
}

extension DeclaredException.Verdict {
    var prose: String {
        switch self {
        case .needed: return "needed"
        case .widerThanNeeded: return "wider than needed"
        case .noLongerNeeded: return "no longer needed"
        case .insufficient: return "does not suffice"
        case .neverHit: return "never hit"
        case .neverMatches: return "never matches"
        case .restricts: return "restricts"
        }
    }
}
