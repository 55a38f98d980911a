import InternetNames
import TransportSecurity

/// A key of `NSExceptionDomains` or `NSPinnedDomains`, by what it looks like.
enum HostKey {
    /// A key of Apple's, or one with blanks around it, about which others have said enough.
    case foreign
    /// A CIDR range, right or wrong.
    case range
    /// An address, in whatever spelling.
    case address
    /// A name, or what was meant for one.
    case name

    /// What a key looks like.
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
            || !PolicyPlace.places(of: PolicyPlace.canonical[key] ?? key).isEmpty
        {
            self = .foreign
        } else if let slash,
            AddressRange(key) != nil
                || (looksNumeric || looksLikeV6)
                    && characters[slash...].dropFirst().allSatisfy({ ("0"..."9").contains($0) })
        {
            self = .range
        } else if slash == nil, isBracketed || looksNumeric || looksLikeV6 || Self.isZoned(key) {
            self = .address
        } else if slash == nil, case .address = Host(key) {
            // What inet_aton takes for an address, such as 0x7f.1.
            self = .address
        } else {
            self = .name
        }
    }

    /// Whether the key is an IPv6 address with a zone, `fe80::1%en0`.
    private static func isZoned(_ key: String) -> Bool {
        guard let percent = key.firstIndex(of: "%") else { return false }
        return IPAddress(key[..<percent]) != nil
    }
}
