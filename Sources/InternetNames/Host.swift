/// The host of a load: a name or an IP address, the `host` of RFC 3986 §3.2.2 in canonical form.
public enum Host: Hashable, Sendable {
    /// A registered name in lower-case ASCII, with A-labels for international names. A trailing dot is kept, because
    /// keys of exceptions are compared literally.
    case name(String)
    /// An IP address, without brackets and zone.
    case address(IPAddress)
}

extension Host {
    /// Creates a host from the host part of a URL, in the canonical form that policies and connections compare.
    ///
    /// Upper case becomes lower case. Every spelling of an IPv4 address that `inet_aton` accepts becomes an address:
    /// `0x7f.1` must not be taken for a name. Percent-encoding and names beyond ASCII are refused, and so is any name
    /// with an empty label, a label over 63 bytes, more than 253 bytes, or characters other than letters, digits,
    /// hyphens and underscores.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        if text.utf8.contains(UInt8(ascii: ":")) {
            guard let address = Self.v6(text) else { return nil }
            self = .address(address)
            return
        }
        guard let name = DomainName(text) else { return nil }
        switch IPAddress.Spelling(name.text) {
        case .address(let address): self = .address(address)
        case .malformed: return nil
        case .name: self = .name(name.text)
        }
    }

    /// The host whose name is in its final spelling already, as nearly every client sends it. Copies the name.
    ///
    /// A fast check before `init(_:)`. `nil` means "not known", not "no host".
    public init?(finalName octets: ArraySlice<UInt8>) {
        let isName = octets.withUnsafeBufferPointer { DomainName.isFinal($0) && !$0.lastLabelBeginsWithDigit }
        guard isName else { return nil }
        self = .name(String(decoding: octets, as: UTF8.self))
    }

    /// Reads IPv6 with or without brackets (RFC 3986 §3.2.2). The zone (RFC 6874) is dropped, because it selects an
    /// interface and not a host.
    private static func v6(_ text: String) -> IPAddress? {
        var literal = Substring(text)
        if literal.hasPrefix("[") {
            guard literal.hasSuffix("]") else { return nil }
            literal = literal.dropFirst().dropLast()
        }
        let address = literal.prefix { $0 != "%" }
        guard literal.endIndex == address.endIndex || literal.dropFirst(address.count + 1).isZone else { return nil }
        return IPAddress(address)
    }
}

extension Substring {
    /// Whether the text is a ZoneID (RFC 6874 §2).
    fileprivate var isZone: Bool {
        !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "%-._~".contains($0)) }
    }
}

extension Host {
    /// The host as in a URL (RFC 3986 §3.2.2), with brackets around an IPv6 address.
    public var bracketed: String {
        switch self {
        case .name(let name): return name
        case .address(.v4(let value)): return IPAddress.v4(value).description
        case .address(let address): return "[\(address)]"
        }
    }
}

extension Host: CustomStringConvertible {
    /// The name, or the canonical address without brackets, as in events and policies.
    public var description: String {
        switch self {
        case .name(let name): return name
        case .address(let address): return address.description
        }
    }
}

extension Host: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = IPAddress(text).map(Host.address) ?? .name(text)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
