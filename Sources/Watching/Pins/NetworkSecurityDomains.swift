/// An element `domain-config` of Android's network security configuration.
struct NetworkSecurityDomains {
    /// The index of the element that contains this one; nil for none.
    var parent: Int?
    /// The domains, with the lines on which they end.
    var domains: [(pattern: PinEntry.Pattern, line: Int)] = []
    /// The pins; nil if those of the containing element hold.
    var pins: Pins?

    /// An element `pin-set`.
    struct Pins {
        /// The SHA-256 of each pinned SubjectPublicKeyInfo.
        var digests: Set<[UInt8]> = []
        /// The day from which on the pins are not enforced, as written; nil for none.
        var expiration: String?
    }
}
