extension Finding {
    /// An entry of `NSExceptionDomains` under whose keys the rule has no objection to the load.
    public struct Exception: Hashable, Decodable, Sendable {
        /// The key of the entry: a host name or an address.
        public var domain: String
        /// The keys of the entry, including the relaxations that already hold for this host. The most specific entry
        /// replaces all others: a key that is not repeated would be lost.
        public var keys: [String: PropertyValue]
        /// True if the keys only leave a failure of trust to the app's own code: the load does not succeed unless that
        /// code accepts the server.
        public var overridable: Bool?

        /// Creates an exception for a domain.
        public init(domain: String, keys: [String: PropertyValue], overridable: Bool = false) {
            self.domain = domain
            self.keys = keys
            self.overridable = overridable ? true : nil
        }
    }
}

extension Finding.Exception: CustomStringConvertible {
    /// The entry in one line, such as `example.com { NSExceptionAllowsInsecureHTTPLoads = YES }`.
    public var description: String { "\(domain) { \(assignments.joined(separator: "; ")) }" }

    /// The keys with their values, such as `NSExceptionMinimumTLSVersion = TLSv1.0`, in the order of the keys.
    public var assignments: [String] {
        keys.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.prose)" }
    }
}
