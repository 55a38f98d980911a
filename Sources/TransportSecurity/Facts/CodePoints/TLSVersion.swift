/// A version of the TLS protocol, as its two bytes on the wire.
public enum TLSVersion: UInt16, CaseIterable, Sendable {
    /// SSL 3.0, which no Apple system negotiates under ATS.
    case ssl3 = 0x0300
    /// TLS 1.0 (RFC 2246).
    case tls1_0 = 0x0301
    /// TLS 1.1 (RFC 4346).
    case tls1_1 = 0x0302
    /// TLS 1.2 (RFC 5246).
    case tls1_2 = 0x0303
    /// TLS 1.3 (RFC 8446).
    case tls1_3 = 0x0304

    /// The version as `NSExceptionMinimumTLSVersion` spells it, such as `TLSv1.2`.
    public var name: String {
        switch self {
        case .ssl3: return "SSLv3.0"
        case .tls1_0: return "TLSv1.0"
        case .tls1_1: return "TLSv1.1"
        case .tls1_2: return "TLSv1.2"
        case .tls1_3: return "TLSv1.3"
        }
    }

    /// The version for sentences, such as `TLS 1.2`.
    public var prose: String {
        switch self {
        case .ssl3: return "SSL 3.0"
        case .tls1_0: return "TLS 1.0"
        case .tls1_1: return "TLS 1.1"
        case .tls1_2: return "TLS 1.2"
        case .tls1_3: return "TLS 1.3"
        }
    }

    /// Creates a version from its `name`; nil if no version has exactly this name.
    public init?(name: String) {
        guard let version = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = version
    }
}

extension TLSVersion: Comparable {
    public static func < (left: TLSVersion, right: TLSVersion) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension TLSVersion: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let version = TLSVersion(name: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a TLS version")
        }
        self = version
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
