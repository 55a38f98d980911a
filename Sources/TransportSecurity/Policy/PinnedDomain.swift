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

extension PinnedIdentities {
    /// The demand of the pins on the server's chain, as a clause with the digests in Base64. Certificates of
    /// authorities and the leaf are both demanded if there are both lists.
    public var demand: String {
        let clauses = [
            Self.clause("a certificate authority of the server's chain", authorities, list: ATSKey.pinnedCAIdentities),
            Self.clause("the server's certificate", leaves, list: ATSKey.pinnedLeafIdentities),
        ].compactMap(\.self)
        return clauses.joined(separator: ", and ")
    }

    /// The largest number of digests that a clause names.
    private static let listLimit = 5

    private static func clause(_ subject: String, _ digests: Set<[UInt8]>?, list: String) -> String? {
        guard let digests else { return nil }
        let named = digests.map(Base64.encode).sorted()
        switch named.count {
        case 0: return "\(subject) cannot match, because \(list) has no usable digest"
        case 1: return "\(subject) must have the key with the SHA-256 \(named[0])"
        case let count:
            let rest = count > listLimit ? " and \(count - listLimit) more" : ""
            return
                "\(subject) must have a key with one of the SHA-256 \(named.prefix(listLimit).joined(separator: ", "))"
                + rest
        }
    }
}
