/// A group for key exchange, by its code point in the IANA registry "TLS Supported Groups" (RFC 8446 §4.2.7).
public struct NamedGroup: RawRepresentable, Hashable, Codable, Sendable {
    /// The two bytes on the wire.
    public var rawValue: UInt16

    /// Creates a group with the given code point, which need not be registered.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// NIST P-256.
    public static let p256 = NamedGroup(rawValue: 23)
    /// NIST P-384.
    public static let p384 = NamedGroup(rawValue: 24)
    /// NIST P-521.
    public static let p521 = NamedGroup(rawValue: 25)
    /// Curve25519 (RFC 7748).
    public static let x25519 = NamedGroup(rawValue: 29)
    /// The hybrid of X25519 and ML-KEM-768 (draft-ietf-tls-ecdhe-mlkem).
    public static let x25519MLKEM768 = NamedGroup(rawValue: 4588)

    /// Curves that no Apple system offers: brainpoolP256r1, P384r1 and P512r1, secp256k1, P-224 and X448.
    static let foreign = [26, 27, 28, 22, 21, 30].map(NamedGroup.init(rawValue:))

    /// The usual name, such as `P-256` or `X25519`; `group N` for a code point outside our table.
    public var name: String {
        Self.names[rawValue] ?? "group \(rawValue)"
    }

    private static let names: [UInt16: String] = [
        21: "P-224", 22: "secp256k1", 23: "P-256", 24: "P-384", 25: "P-521",
        26: "brainpoolP256r1", 27: "brainpoolP384r1", 28: "brainpoolP512r1",
        29: "X25519", 30: "X448", 256: "ffdhe2048", 257: "ffdhe3072", 258: "ffdhe4096", 259: "ffdhe6144",
        260: "ffdhe8192", 4587: "SecP256r1MLKEM768", 4588: "X25519MLKEM768", 4589: "SecP384r1MLKEM1024",
    ]
}
