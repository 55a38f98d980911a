/// The pins that bind one host: digests of public keys, united from all matching entries of `NSPinnedDomains`.
public struct PinnedIdentities: Hashable, Sendable {
    /// Digests of which a certificate authority in the path must have one; nil where no entry has such a list.
    /// An empty set, from a list without a usable digest, lets nothing pass.
    public var authorities: Set<[UInt8]>?
    /// Digests of which the leaf must have one; nil and empty as above.
    public var leaves: Set<[UInt8]>?

    /// Pins with those digests, each the SHA-256 of a SubjectPublicKeyInfo.
    public init(authorities: Set<[UInt8]>? = nil, leaves: Set<[UInt8]>? = nil) {
        self.authorities = authorities
        self.leaves = leaves
    }
}
