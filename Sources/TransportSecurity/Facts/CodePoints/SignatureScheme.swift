/// A scheme for handshake signatures, by its code point in the IANA registry "TLS SignatureScheme"
/// (RFC 8446 §4.2.3).
public struct SignatureScheme: RawRepresentable, Hashable, Codable, Sendable {
    /// The two bytes on the wire.
    public var rawValue: UInt16

    /// Creates a scheme with the given code point, which need not be registered.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// RSASSA-PKCS1-v1_5 with SHA-1, which FCP_v2.1 of NIAP does not permit.
    public static let rsaPKCS1SHA1 = SignatureScheme(rawValue: 0x0201)
    /// ECDSA with SHA-1.
    public static let ecdsaSHA1 = SignatureScheme(rawValue: 0x0203)

    /// ECDSA with SHA-512, in TLS 1.3 with a P-521 key.
    public static let ecdsaP521SHA512 = SignatureScheme(rawValue: 0x0603)

    /// Whether the scheme needs a key of a kind that no Apple system accepts: Ed25519, Ed448, or one only for
    /// RSASSA-PSS.
    var needsForeignKey: Bool { [0x0807, 0x0808, 0x0809, 0x080A, 0x080B].contains(rawValue) }

    /// The registered name, such as `rsa_pss_rsae_sha256`; `scheme N` for a code point outside our table.
    public var name: String {
        Self.names[rawValue] ?? "scheme \(rawValue)"
    }

    private static let names: [UInt16: String] = [
        0x0201: "rsa_pkcs1_sha1", 0x0203: "ecdsa_sha1", 0x0401: "rsa_pkcs1_sha256",
        0x0403: "ecdsa_secp256r1_sha256", 0x0501: "rsa_pkcs1_sha384", 0x0503: "ecdsa_secp384r1_sha384",
        0x0601: "rsa_pkcs1_sha512", 0x0603: "ecdsa_secp521r1_sha512", 0x0804: "rsa_pss_rsae_sha256",
        0x0805: "rsa_pss_rsae_sha384", 0x0806: "rsa_pss_rsae_sha512", 0x0807: "ed25519", 0x0808: "ed448",
        0x0809: "rsa_pss_pss_sha256", 0x080A: "rsa_pss_pss_sha384", 0x080B: "rsa_pss_pss_sha512",
    ]
}
