import Documents
import TransportSecurity

extension AdvisedException {
    var keysProse: String {
        keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }.joined(separator: ", ")
    }

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

extension PropertyValue {
    /// The value as property list editors show it.
    var prose: String {
        switch self {
        case .boolean(let value): return value ? "YES" : "NO"
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .string(let text): return text
        case .array(let elements): return Quantity.of(elements.count, "element")
        case .dictionary(let members):
            return members.isEmpty ? "an empty dictionary" : Quantity.of(members.count, "key")
        case .other(let what): return what
        }
    }
}
