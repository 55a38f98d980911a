/// One entry of `NSPinnedDomains` (parseNSPinnedDomains in SecPolicy.c).
public struct PinnedDomain: Hashable, Sendable {
    /// The key as the policy spells it.
    public var key: String
    /// `NSIncludesSubdomains`: whether hosts with exactly one more label are covered.
    public var includesSubdomains: Bool
    /// The digests under `NSPinnedCAIdentities` and `NSPinnedLeafIdentities`.
    public var identities: PinnedIdentities

    /// Creates an entry; nil if the value is not a dictionary or has neither list.
    ///
    /// A list that is not an array, or has no usable digest, becomes an empty set, which matches no certificate. The
    /// published code treats the host as pinned once the key is present, and reads its value afterwards. The code
    /// compares `NSIncludesSubdomains` with true: a number does not count.
    public init?(key: String, value: PropertyValue) {
        guard case .dictionary(let dictionary) = value else { return nil }
        let authorities = Self.digests(dictionary[ATSKey.pinnedCAIdentities])
        let leaves = Self.digests(dictionary[ATSKey.pinnedLeafIdentities])
        guard authorities != nil || leaves != nil else { return nil }
        self.key = key
        includesSubdomains = dictionary[ATSKey.includesSubdomains] == .boolean(true)
        identities = PinnedIdentities(authorities: authorities, leaves: leaves)
    }

    /// The digest in a pin; nil if the text is not Base64 or is empty.
    ///
    /// A digest without padding is dropped, although Apple's decoder may accept one. Dropping it is the safe choice,
    /// because fewer certificates match.
    public static func digest(_ text: String) -> [UInt8]? {
        guard let digest = Base64.decode(text, accepting: [.whiteSpace, .spareBits]), !digest.isEmpty else {
            return nil
        }
        return digest
    }

    private static func digests(_ list: PropertyValue?) -> Set<[UInt8]>? {
        guard let list else { return nil }
        guard case .array(let items) = list else { return [] }
        return Set(
            items.compactMap { item in
                guard case .dictionary(let identity) = item,
                    case .string(let text) = identity[ATSKey.spkiSHA256Base64]
                else { return nil }
                return digest(text)
            })
    }
}
