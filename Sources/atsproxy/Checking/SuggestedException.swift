import TransportSecurity

/// The entry of `NSExceptionDomains` that the violations of one load suggest, and whether it suffices.
struct SuggestedException: Hashable {
    /// The key of the entry.
    var domain: String
    /// The keys of the entry, with those that the policy already has for the same domain.
    var keys: [String: PropertyValue]
    /// What becomes of the load.
    var effect: Effect

    /// What becomes of the load under an entry. Only an entry under which it succeeds is a remedy.
    enum Effect {
        /// The load succeeds.
        case suffices
        /// A failure of trust remains, which the app's own code may accept.
        case leftToApp
        /// Whether the load succeeds is not known.
        case unknown
    }

    /// Whether the load succeeds with the entry.
    var suffices: Bool { effect == .suffices }

    /// The entry in one line, such as `example.com { NSExceptionAllowsInsecureHTTPLoads = YES }`.
    var line: String {
        let pairs = keys.sorted { $0.key < $1.key }.map { "\($0.key) = \(Self.text(of: $0.value))" }
        return "\(domain) { \(pairs.joined(separator: "; ")) }"
    }

    private static func text(of value: PropertyValue) -> String {
        switch value {
        case .boolean(let isTrue): return isTrue ? "YES" : "NO"
        case .integer(let number): return String(number)
        case .real(let number): return String(number)
        case .string(let text), .other(let text): return text
        case .dictionary, .array: return "…"
        }
    }
}

extension SuggestedException {
    /// Creates the entry that has the keys of all violations; nil if there is none, or one that no entry permits.
    ///
    /// - Parameters:
    ///   - policy: The dictionary to which the entry is added.
    ///   - isSufficient: Whether the load succeeds under that dictionary.
    init?(
        for violations: [Finding], in policy: [String: PropertyValue],
        isSufficient: ([String: PropertyValue]) -> Bool
    ) {
        let remedies = violations.compactMap(\.exception)
        guard let first = remedies.first, remedies.count == violations.count,
            remedies.allSatisfy({ $0.domain == first.domain })
        else { return nil }
        domain = first.domain
        keys = [:]
        for remedy in remedies {
            keys = Self.merged(keys, remedy.keys.mapValues(PropertyValue.init))
        }
        // An entry for the same domain keeps its other keys, such as NSIncludesSubdomains.
        if case .dictionary(let entries) = policy[ATSKey.exceptionDomains], case .dictionary(let own) = entries[domain]
        {
            keys.merge(own) { new, _ in new }
        }
        effect = remedies.contains { $0.overridable == true } ? .leftToApp : .unknown
        if isSufficient(Self.dictionary(policy, adding: [self])) { effect = .suffices }
    }

    /// A policy dictionary with additional entries. Of two entries for one domain, the keys that permit more remain.
    static func dictionary(
        _ policy: [String: PropertyValue], adding exceptions: [SuggestedException]
    ) -> [String: PropertyValue] {
        var entries: [String: PropertyValue] = [:]
        if case .dictionary(let present) = policy[ATSKey.exceptionDomains] { entries = present }
        let added = Dictionary(exceptions.map { ($0.domain, $0.keys) }) { merged($0, $1) }
        for (domain, keys) in added { entries[domain] = .dictionary(keys) }
        var policy = policy
        if !entries.isEmpty { policy[ATSKey.exceptionDomains] = .dictionary(entries) }
        return policy
    }

    private static func merged(
        _ keys: [String: PropertyValue], _ others: [String: PropertyValue]
    ) -> [String: PropertyValue] {
        keys.merging(others) { one, other in
            // The lower of two versions permits more. `none` for NIAP's package has no other value to compete with.
            if case .string(let one) = one, case .string(let other) = other { return .string(min(one, other)) }
            return one
        }
    }
}

extension PropertyValue {
    fileprivate init(_ value: Finding.Remedy.Value) {
        switch value {
        case .boolean(let isTrue): self = .boolean(isTrue)
        case .string(let text): self = .string(text)
        }
    }
}
