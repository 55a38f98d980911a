import TransportSecurity

/// A dictionary of a policy whose keys are domains. The raw value is the key of its list in a file of expectations.
package enum DomainDictionary: String, CaseIterable, Sendable {
    /// `NSExceptionDomains`.
    case exceptions = "domains"
    /// `NSPinnedDomains`.
    case pins = "pinned-domains"

    /// The key of the dictionary in a policy.
    package var key: String {
        switch self {
        case .exceptions: return ATSKey.exceptionDomains
        case .pins: return ATSKey.pinnedDomains
        }
    }
}
