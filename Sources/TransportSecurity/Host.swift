/// Whom a load addresses: a name or an IP address, the `host` of RFC 3986 §3.2.2 in one spelling.
public enum Host: Hashable, Sendable {
    /// A registered name: ASCII (A-labels where international), lower case. A trailing dot stays, because
    /// exceptions compare it literally.
    case name(String)
    /// An IP literal, its brackets and zone gone.
    case address(IPAddress)
}

extension Host: CustomStringConvertible {
    /// The name, or the canonical address without brackets, as events and policies write it.
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
