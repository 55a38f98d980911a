/// The type of an extension, by its code point in the IANA registry "TLS ExtensionType Values".
public struct ExtensionType: RawRepresentable, Hashable, Sendable {
    /// The two bytes on the wire.
    public var rawValue: UInt16

    /// The type of that code point, which need not be one of those below.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// `server_name` (RFC 6066 §3).
    public static let serverName = ExtensionType(rawValue: 0)
    /// `status_request` (RFC 6066 §8).
    public static let statusRequest = ExtensionType(rawValue: 5)
    /// `supported_groups` (RFC 8446 §4.2.7).
    public static let supportedGroups = ExtensionType(rawValue: 10)
    /// `ec_point_formats` (RFC 8422 §5.1.2).
    public static let ecPointFormats = ExtensionType(rawValue: 11)
    /// `signature_algorithms` (RFC 8446 §4.2.3).
    public static let signatureAlgorithms = ExtensionType(rawValue: 13)
    /// `application_layer_protocol_negotiation` (RFC 7301).
    public static let applicationLayerProtocolNegotiation = ExtensionType(rawValue: 16)
    /// `signed_certificate_timestamp` (RFC 6962 §3.3.1).
    public static let signedCertificateTimestamp = ExtensionType(rawValue: 18)
    /// `extended_master_secret` (RFC 7627).
    public static let extendedMasterSecret = ExtensionType(rawValue: 23)
    /// `session_ticket` (RFC 5077).
    public static let sessionTicket = ExtensionType(rawValue: 35)
    /// `pre_shared_key` (RFC 8446 §4.2.11).
    public static let preSharedKey = ExtensionType(rawValue: 41)
    /// `early_data` (RFC 8446 §4.2.10).
    public static let earlyData = ExtensionType(rawValue: 42)
    /// `supported_versions` (RFC 8446 §4.2.1).
    public static let supportedVersions = ExtensionType(rawValue: 43)
    /// `cookie` (RFC 8446 §4.2.2).
    public static let cookie = ExtensionType(rawValue: 44)
    /// `psk_key_exchange_modes` (RFC 8446 §4.2.9).
    public static let preSharedKeyExchangeModes = ExtensionType(rawValue: 45)
    /// `key_share` (RFC 8446 §4.2.8).
    public static let keyShare = ExtensionType(rawValue: 51)
    /// `encrypted_client_hello` (RFC 9849).
    public static let encryptedClientHello = ExtensionType(rawValue: 0xFE0D)
    /// `renegotiation_info` (RFC 5746).
    public static let renegotiationInfo = ExtensionType(rawValue: 0xFF01)

    /// Whether the code point is reserved for GREASE (RFC 8701 §2).
    public var isGREASE: Bool { rawValue.isGREASE }
}

extension ExtensionType {
    /// The extension types that a hello has shown so far, among those whose content is read: all codes below 62, and
    /// two more. Any other type counts as new each time.
    struct Seen {
        private var bits: UInt64 = 0

        /// Inserts a type. Returns false where it was inserted before.
        mutating func insert(_ type: ExtensionType) -> Bool {
            let bit: UInt64
            switch type {
            case .encryptedClientHello: bit = 1 << 63
            case .renegotiationInfo: bit = 1 << 62
            case _ where type.rawValue < 62: bit = 1 << UInt64(type.rawValue)
            case _: return true
            }
            defer { bits |= bit }
            return bits & bit == 0
        }
    }
}

extension UInt16 {
    /// Whether the value is one of the sixteen that are reserved for GREASE as cipher suites, groups, versions,
    /// signature schemes and extension types: `0x0A0A`, `0x1A1A` … `0xFAFA` (RFC 8701 §2).
    var isGREASE: Bool { self & 0x0F0F == 0x0A0A && self >> 8 == self & 0xFF }
}
