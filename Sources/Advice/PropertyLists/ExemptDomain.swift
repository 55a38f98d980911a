import InternetNames
import TransportSecurity

/// The domains that ATS itself exempts or relaxes if a policy has no entry for them: local hosts, and the hosts of
/// Apple that have built-in exceptions.
enum ExemptDomain {
    /// Whether a key of `NSExceptionDomains` is for such a host. A range of addresses is, if its first address is.
    static func contains(_ key: String) -> Bool { isLocal(key) || builtInKey(of: key) != nil }

    /// Whether an entry for a key permits cleartext, makes nothing stricter, and ATS itself permits cleartext to the
    /// hosts if the entry is removed.
    ///
    /// - Parameter entries: The entries of the policy.
    static func makesRedundant(
        _ entry: [String: PropertyValue], for key: String, in entries: [String: [String: PropertyValue]]
    ) -> Bool {
        guard ExceptionStrength.permitsCleartext(entry), !ExceptionStrength.isStrengthening(entry) else { return false }
        let coversSubdomains = entry[ATSKey.includesSubdomains]?.isYes == true
        // The subdomains of `localhost` are not local.
        if isLocal(key) { return !coversSubdomains || isAddress(key) || isLocal("subdomain.\(key)") }
        // An entry for a domain of Apple takes the place of the built-in one, also for subdomains that it does not
        // cover.
        guard let builtInKey = builtInKey(of: key) else { return false }
        return builtInKey == key ? coversSubdomains : entries[builtInKey] == nil
    }

    private static func isAddress(_ key: String) -> Bool { IPAddress(key) != nil || AddressRange(key) != nil }

    private static func isLocal(_ key: String) -> Bool {
        if let range = AddressRange(key) { return Host.address(range.network).isLocal }
        return (IPAddress(key).map(Host.address) ?? .name(key)).isLocal
    }

    /// The key of the built-in entry that holds for a domain; nil if there is none.
    private static func builtInKey(of domain: String) -> String? {
        ExceptionDomain.builtIn.map(\.key).filter { domain == $0 || domain.hasSuffix(".\($0)") }
            .max { $0.count < $1.count }
    }
}
