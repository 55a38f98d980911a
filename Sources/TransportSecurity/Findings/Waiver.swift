import InternetNames

/// Rules whose findings become notes, from `--ignore RULE` or `--ignore RULE@HOST`.
public struct Waiver: Hashable, Sendable {
    /// The rules whose findings become notes.
    public var rules: RulePattern
    /// The only hosts for which the waiver holds; nil for all hosts.
    public var hosts: HostPattern?

    /// Creates a waiver of the matching rules at the matching hosts.
    public init(_ rules: RulePattern, at hosts: HostPattern? = nil) {
        self.rules = rules
        self.hosts = hosts
    }

    /// Creates a waiver of a rule, at one host or at all hosts.
    public init(rule: RuleID, host: Host? = nil) {
        self.init(.rule(rule), at: host.map(HostPattern.host))
    }

    /// Creates a waiver from `RULE` or `RULE@HOST`, where RULE may be `certificate.*` and HOST may be `*.example.com`.
    ///
    /// Returns nil if no rule matches or the host is not valid. `*` for every rule needs a host, because it would
    /// otherwise waive everything.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, let rules = RulePattern(String(name)) else { return nil }
        guard parts.count > 1 else {
            guard rules != .every else { return nil }
            self.init(rules)
            return
        }
        guard let hosts = HostPattern(String(parts[1])) else { return nil }
        self.init(rules, at: hosts)
    }

    /// Whether the waiver holds for a finding of the rule at the host.
    ///
    /// A tunnel repeats findings of the probe of its server. A waiver of `tls.version` therefore also holds for
    /// `tunnel.version`.
    public func covers(_ rule: RuleID, at host: Host) -> Bool {
        ([rule] + rule.probedForms).contains(where: rules.matches) && hosts?.matches(host) != false
    }
}

extension Waiver: CustomStringConvertible {
    /// The waiver in the syntax of `--ignore`.
    public var description: String {
        hosts.map { "\(rules)@\($0)" } ?? rules.description
    }
}

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
