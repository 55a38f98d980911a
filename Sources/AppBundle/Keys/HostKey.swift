import InternetNames
import TransportSecurity

/// The form that a key in `NSExceptionDomains` or `NSPinnedDomains` appears to have, valid or not: a name, an address
/// or a range. Each form has lints of its own.
enum HostKey {
    /// A key of ATS itself, or one with white space around it. Other lints report these.
    case notAHost
    /// A CIDR range, valid or not.
    case range
    /// An address in any spelling.
    case address
    /// A name, valid or not.
    case name

    /// Classifies a key.
    init(_ key: String) {
        let characters = key.unicodeScalars
        let slash = characters.firstIndex(of: "/")
        let network = characters[..<(slash ?? characters.endIndex)]
        // `.1.2.3.4` is a name with an empty label.
        let looksLikeV4 =
            !network.isEmpty
            && network.first != "."
            && network.allSatisfy { "0123456789.".unicodeScalars.contains($0) }
        let looksLikeV6 =
            network.filter { $0 == ":" }.count >= 2
            && network.allSatisfy { $0.properties.isASCIIHexDigit || ":.[]%".unicodeScalars.contains($0) }
        let isBracketed = key.hasPrefix("[")
        if Self.isPadded(key) || Self.isKeyOfATS(key) {
            self = .notAHost
        } else if let slash {
            // `10.0.0.0/` is a range without its prefix length.
            let isFollowedByDigitsOnly = characters[slash...].dropFirst().allSatisfy { ("0"..."9").contains($0) }
            let looksLikeRange = (looksLikeV4 || looksLikeV6) && isFollowedByDigitsOnly
            // AddressRange also reads abbreviated networks of IPv6, such as `2001:db8/32`.
            self = looksLikeRange || AddressRange(key) != nil ? .range : .name
        } else if isBracketed || looksLikeV4 || looksLikeV6 || Self.isZoned(key) {
            self = .address
        } else if case .address = Host(key) {
            // A spelling that inet_aton accepts as an address, such as 0x7f.1.
            self = .address
        } else {
            self = .name
        }
    }

    private static func isPadded(_ key: String) -> Bool {
        key.first?.isWhitespace == true || key.last?.isWhitespace == true
    }

    private static func isKeyOfATS(_ key: String) -> Bool {
        !PolicyDictionaryKind.kinds(withKey: PolicyDictionaryKind.currentKey(of: key)).isEmpty
    }

    /// Whether the key is an IPv6 address with a zone, such as `fe80::1%en0`.
    private static func isZoned(_ key: String) -> Bool {
        guard let percent = key.firstIndex(of: "%") else { return false }
        return IPAddress(key[..<percent]) != nil
    }
}
