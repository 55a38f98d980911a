/// The pins of one host: digests of public keys, from all matching entries of `NSPinnedDomains`.
public struct PinnedIdentities: Hashable, Sendable {
    /// The digests of which one certificate authority in the path must have one; nil if no entry has this list. An
    /// empty set, from a list without a usable digest, matches nothing.
    public var authorities: Set<[UInt8]>?
    /// The digests of which the leaf must have one; nil and empty mean the same as for `authorities`.
    public var leaves: Set<[UInt8]>?

    /// Creates pins from digests, each the SHA-256 of a SubjectPublicKeyInfo.
    public init(authorities: Set<[UInt8]>? = nil, leaves: Set<[UInt8]>? = nil) {
        self.authorities = authorities
        self.leaves = leaves
    }
}
