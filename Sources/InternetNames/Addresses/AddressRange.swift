/// A range of addresses in CIDR notation (RFC 4632 §3.1, RFC 4291 §2.3), such as `198.51.100.0/24`.
public struct AddressRange: Hashable, Sendable {
    /// The first address of the range.
    public let network: IPAddress
    /// The number of leading bits that the addresses share: 0 to 32 for IPv4, 0 to 128 for IPv6.
    public let prefixLength: Int

    /// Creates the range around an address; nil if the family of the address has no such prefix length.
    public init?(around address: IPAddress, prefixLength: Int) {
        guard (0...address.bitWidth).contains(prefixLength) else { return nil }
        network = address.masked(to: prefixLength)
        self.prefixLength = prefixLength
    }

    /// Creates a range from CIDR notation, as Apple's published engine reads keys of exceptions
    /// (cidr_string_to_subnet_and_mask in SecProtocolConfiguration.m).
    ///
    /// The network may be abbreviated. IPv4 is completed with zeros, as in `10/8`, and IPv6 with `::`, as in
    /// `2001:db8/32`. An IPv6 network with dots is refused.
    ///
    /// There are two differences. Leading zeros are refused here, because the engine reads the prefix length in any
    /// base, so `/08` would mean all addresses. Networks of 14 and 15 characters are accepted here, although the
    /// engine's buffer is too short for them.
    public init?(_ text: some StringProtocol) {
        // Most keys of a policy are names, and each system reads all keys again.
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let length = text[text.utf8.index(after: slash)...]
        guard let address = Self.network(Substring(text[..<slash])),
            let prefixLength = Self.prefixLength(Substring(length))
        else { return nil }
        self.init(around: address, prefixLength: prefixLength)
    }

    /// Whether the address is in the range. An address of the other family is not, even if it is IPv4-mapped.
    public func contains(_ address: IPAddress) -> Bool {
        address.bitWidth == network.bitWidth && address.masked(to: prefixLength) == network
    }

    /// Whether an address is in both ranges.
    public func overlaps(_ other: AddressRange) -> Bool {
        contains(other.network) || other.contains(network)
    }

    private static func network(_ text: Substring) -> IPAddress? {
        let isV4 = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        guard isV4 else { return v6(text) }
        let missing = 4 - text.split(separator: ".", omittingEmptySubsequences: false).count
        return missing < 0 ? nil : IPAddress(text + String(repeating: ".0", count: missing))
    }

    private static func v6(_ text: Substring) -> IPAddress? {
        guard !text.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        return IPAddress(text.contains("::") || colons >= 7 ? text : text + "::")
    }

    private static func prefixLength(_ text: Substring) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }),
            text == "0" || !text.hasPrefix("0")
        else { return nil }
        return Int(text)
    }
}

extension AddressRange: CustomStringConvertible {
    /// The network in canonical form, a slash and the prefix length. An IPv4-mapped network has no dots, because ranges
    /// with dots are refused.
    public var description: String { "\(networkText)/\(prefixLength)" }

    private var networkText: String {
        guard case .v6(_, let low) = network, case .v4 = network.unmapped else { return network.description }
        let groups = [low >> 16, low].map { String(UInt16(truncatingIfNeeded: $0), radix: 16) }
        return "::ffff:\(groups.joined(separator: ":"))"
    }
}

extension IPAddress {
    /// The number of bits of the address, 32 or 128.
    fileprivate var bitWidth: Int {
        switch self {
        case .v4: return 32
        case .v6: return 128
        }
    }

    /// The address with only its leading bits. Swift's shifts by the whole width give zero.
    fileprivate func masked(to length: Int) -> IPAddress {
        switch self {
        case .v4(let value):
            return .v4(value & (UInt32.max << (32 - length)))
        case .v6(let high, let low):
            return .v6(
                high: high & (UInt64.max << max(0, 64 - length)),
                low: length <= 64 ? 0 : low & (UInt64.max << (128 - length)))
        }
    }
}
