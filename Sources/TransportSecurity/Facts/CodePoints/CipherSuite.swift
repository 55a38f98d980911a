/// A cipher suite by its code point in the IANA registry "TLS Cipher Suites".
public struct CipherSuite: RawRepresentable, Hashable, Codable, Sendable {
    /// The two bytes on the wire; `0x1301` is TLS_AES_128_GCM_SHA256.
    public var rawValue: UInt16

    /// Creates a suite with the given code point, which need not be registered.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The registered name, such as `TLS_AES_128_GCM_SHA256`; for a code point outside our table, hexadecimal such as
    /// `0x1A1A`.
    public var name: String {
        if let name = CipherSuiteRegistry.name(of: rawValue) { return name }
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Whether the key exchange is RSA key transport, which has no forward secrecy.
    public var usesRSAKeyTransport: Bool {
        name.hasPrefix("TLS_RSA_")
    }
}
