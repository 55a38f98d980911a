import TransportSecurity

/// The entry of `NSExceptionDomains` that the violations of one load suggest, and whether it suffices.
package struct SuggestedException: Hashable {
    /// The key of the entry.
    package var domain: String
    /// The keys of the entry, with those that the policy already has for the same domain.
    package var keys: [String: PropertyValue]
    /// The effect on the load.
    package var effect: Effect

    /// The effect of an entry on the load. Only an entry under which the load succeeds is a fix.
    package enum Effect {
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
    package var line: String { Finding.Exception(domain: domain, keys: keys).description }

    /// The keys with their values, such as `NSExceptionMinimumTLSVersion = TLSv1.0`.
    var assignments: String { Finding.Exception(domain: domain, keys: keys).assignments.joined(separator: ", ") }
}

extension SuggestedException {
    /// Creates the entry that has the keys of all violations. Returns nil without a violation, or if no entry permits
    /// one of them.
    ///
    /// - Parameters:
    ///   - policy: The dictionary to which the entry is added.
    ///   - isSufficient: Whether the load succeeds under that dictionary.
    package init?(
        for violations: [Finding], in policy: [String: PropertyValue],
        isSufficient: ([String: PropertyValue]) -> Bool
    ) {
        guard let exception = violations.jointException else { return nil }
        domain = exception.domain
        keys = exception.keys
        // An entry for the same domain keeps its other keys, such as NSIncludesSubdomains.
        if case .dictionary(let entries) = policy[ATSKey.exceptionDomains], case .dictionary(let own) = entries[domain]
        {
            keys.merge(own) { new, _ in new }
        }
        effect = exception.overridable == true ? .leftToApp : .unknown
        if isSufficient(Self.dictionary(policy, adding: [self])) { effect = .suffices }
    }

    /// A policy dictionary with additional entries. Of two entries for one domain, the keys that permit more remain.
    package static func dictionary(
        _ policy: [String: PropertyValue], adding exceptions: [SuggestedException]
    ) -> [String: PropertyValue] {
        var entries: [String: PropertyValue] = [:]
        if case .dictionary(let present) = policy[ATSKey.exceptionDomains] { entries = present }
        for (domain, exceptions) in Dictionary(grouping: exceptions, by: \.domain) {
            var keys: [String: PropertyValue] = [:]
            for exception in exceptions {
                for (key, value) in exception.keys {
                    keys[key] = keys[key].map { PropertyValue.laxer($0, value, of: key) } ?? value
                }
            }
            entries[domain] = .dictionary(keys)
        }
        var policy = policy
        if !entries.isEmpty { policy[ATSKey.exceptionDomains] = .dictionary(entries) }
        return policy
    }
}

extension DiagnosticTest {
    /// The entries of the tested dictionary.
    var exceptions: [SuggestedException] {
        guard case .dictionary(let entries) = dictionary[ATSKey.exceptionDomains] else { return [] }
        return entries.compactMap { domain, entry in
            guard case .dictionary(let keys) = entry else { return nil }
            return SuggestedException(domain: domain, keys: keys, effect: .suffices)
        }
    }
}
