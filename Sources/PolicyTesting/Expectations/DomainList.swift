/// A list of the keys that a policy is expected to have in one of its dictionaries of domains.
package struct DomainList: Hashable, Sendable {
    /// The dictionary.
    package let dictionary: DomainDictionary
    /// The number of the list's line.
    package let line: Int
    /// The keys as the policy spells them.
    package let keys: [String]
}
