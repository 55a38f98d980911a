import TransportSecurity

/// A list of the keys that a policy is expected to have in one of its dictionaries of domains.
package struct DomainList: Hashable, Sendable {
    /// The dictionary.
    package let dictionary: Dictionary
    /// The number of the list's line.
    package let line: Int
    /// The keys as the policy spells them.
    package let keys: [String]

    /// A dictionary of a policy whose keys are domains.
    package enum Dictionary: String, CaseIterable, Sendable {
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
}
