/// The rules that a waiver holds for, such as `tls.version`, `certificate.*` or `*`.
public enum RulePattern: Hashable, Sendable {
    /// Every rule.
    case every
    /// All rules whose names begin with this word and a dot, such as `certificate`.
    case family(String)
    /// One rule.
    case rule(RuleID)

    /// Creates a pattern from a rule's name, `FAMILY.*` or `*`; nil if no rule matches.
    public init?(_ text: String) {
        if text == "*" {
            self = .every
        } else if let rule = RuleID(rawValue: text) {
            self = .rule(rule)
        } else if text.hasSuffix(".*"), RuleID.allCases.contains(where: { $0.rawValue.hasPrefix(text.dropLast()) }) {
            self = .family(String(text.dropLast(2)))
        } else {
            return nil
        }
    }

    /// Whether the pattern matches the rule.
    public func matches(_ rule: RuleID) -> Bool {
        switch self {
        case .every: return true
        case .family(let name): return rule.rawValue.hasPrefix("\(name).")
        case .rule(let one): return one == rule
        }
    }
}

extension RulePattern: CustomStringConvertible {
    /// The pattern as a user writes it.
    public var description: String {
        switch self {
        case .every: return "*"
        case .family(let name): return "\(name).*"
        case .rule(let rule): return rule.rawValue
        }
    }
}
