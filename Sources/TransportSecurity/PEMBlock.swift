/// Data in the textual encoding that OpenSSL and the keychain read (RFC 7468 §2).
package enum PEMBlock {
    /// The block of a certificate in DER, with a line feed at its end (RFC 7468 §5).
    package static func certificate(_ der: [UInt8]) -> String {
        var lines = ["-----BEGIN CERTIFICATE-----"]
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(lineLength)))
            rest = rest.dropFirst(lineLength)
        }
        return (lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
    }

    /// The number of characters of each line but the last.
    private static let lineLength = 64
}
