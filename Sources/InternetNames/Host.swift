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

    /// Creates a host whose name is in canonical form already, as nearly every client sends it. The name is copied.
    ///
    /// A fast check before `init(_:)`, which decides if the result is nil.
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

/// A host and a port (RFC 3986 §3.2, without user information).
public struct Authority: Hashable, Codable, Sendable {
    /// The host.
    public var host: Host
    /// The port, 1 to 65535.
    public var port: UInt16

    /// Creates the authority of a host and a port.
    public init(host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }
}

extension Authority: CustomStringConvertible {
    /// The authority as text, such as `example.com:443` or `[2001:db8::1]:443`.
    public var description: String {
        host.bracketed + ":" + String(port)
    }
}

/// A domain name as DNS and certificates spell it: lower-case ASCII, with A-labels for international names (RFC 5890
/// §2.3.2.1).
///
/// Names beyond ASCII are refused. Requests carry none (RFC 3986 §3.2.2), and `InternationalNames` maps names that
/// people write.
struct DomainName: Hashable {
    /// The name, with its trailing dot if there is one.
    let text: String

    /// Creates a name; nil if it is not valid. A valid name has no empty label, no label of more than 63 bytes and at
    /// most 253 bytes without a trailing dot (RFC 1035 §2.3.4). The characters are ASCII letters, digits, hyphens and
    /// underscores; service names have underscores (RFC 8552).
    init?(_ text: String) {
        if Self.isFinal(text.utf8) {
            self.text = text
            return
        }
        // ASCII is checked first, since two letters beyond ASCII have a lower-case form in ASCII.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let lowercase = text.lowercased()
        guard Self.isFinal((lowercase.hasSuffix(".") ? lowercase.dropLast() : lowercase[...]).utf8) else { return nil }
        self.text = lowercase
    }

    /// Whether the text is a valid name in lower case without a trailing dot. A fast check for the usual case: the name
    /// may be valid even if the result is false.
    static func isFinal(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 253 else { return false }
        var labelLength = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                labelLength += 1
                guard labelLength <= 63 else { return false }
            case UInt8(ascii: ".") where labelLength > 0:
                labelLength = 0
            case _:
                return false
            }
        }
        return labelLength > 0
    }
}
