import InternetNames
import TransportSecurity

/// The apparent form of a key in `NSExceptionDomains` or `NSPinnedDomains`: a name, an address or a range.
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
        let looksNumeric =
            !network.isEmpty
            && network.allSatisfy { "0123456789.".unicodeScalars.contains($0) } && network.first != "."
        let looksLikeV6 =
            network.filter { $0 == ":" }.count >= 2
            && network.allSatisfy { $0.properties.isASCIIHexDigit || ":.[]%".unicodeScalars.contains($0) }
        let isBracketed = key.hasPrefix("[")
        if key.first?.isWhitespace == true || key.last?.isWhitespace == true
            || !PolicyDictionaryKind.kinds(withKey: PolicyDictionaryKind.currentKey(of: key)).isEmpty
        {
            self = .notAHost
        } else if let slash,
            AddressRange(key) != nil
                || (looksNumeric || looksLikeV6)
                    && characters[slash...].dropFirst().allSatisfy({ ("0"..."9").contains($0) })
        {
            self = .range
        } else if slash == nil, isBracketed || looksNumeric || looksLikeV6 || Self.isZoned(key) {
            self = .address
        } else if slash == nil, case .address = Host(key) {
            // A spelling that inet_aton accepts as an address, such as 0x7f.1.
            self = .address
        } else {
            self = .name
        }
    }

    /// Whether the key is an IPv6 address with a zone, such as `fe80::1%en0`.
    private static func isZoned(_ key: String) -> Bool {
        guard let percent = key.firstIndex(of: "%") else { return false }
        return IPAddress(key[..<percent]) != nil
    }
}
