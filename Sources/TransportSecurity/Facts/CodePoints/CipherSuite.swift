/// A cipher suite by its code point in the IANA registry "TLS Cipher Suites".
public struct CipherSuite: RawRepresentable, Hashable, Codable, Sendable {
    /// The two bytes on the wire; `0x1301` is TLS_AES_128_GCM_SHA256.
    public var rawValue: UInt16

    /// The suite of that code point, known to us or not.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The registered name, `TLS_AES_128_GCM_SHA256`; `0x1A1A` in hexadecimal for code points not in our table.
    public var name: String {
        if let name = CipherSuiteRegistry.name(of: rawValue) { return name }
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Whether the server's RSA key transports the premaster secret, so that a stolen key opens old recordings.
    public var usesRSAKeyTransport: Bool {
        name.hasPrefix("TLS_RSA_")
    }
}
