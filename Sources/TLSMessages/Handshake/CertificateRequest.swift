import TransportSecurity

/// A server's wish for a client certificate, up to TLS 1.2 (RFC 5246 §7.4.4). In TLS 1.3 it is encrypted.
public struct CertificateRequest: Hashable, Sendable {
    /// The types asked for, from the registry "TLS ClientCertificateType Identifiers".
    public var types: [UInt8]
    /// The signature schemes accepted; nil before TLS 1.2, which has none.
    public var signatureSchemes: [SignatureScheme]?
    /// How many authorities are named; their names are not kept.
    public var authorityCount: Int

    /// Reads the body of the message; nil where its parts do not fill it exactly.
    public init?(parsing body: [UInt8], version: TLSVersion) {
        var reader = ByteReader(body)
        guard let types = reader.vector(lengthBytes: 1) else { return nil }
        self.types = Array(types)
        if version >= .tls1_2 {
            signatureSchemes = reader.uint16Vector(lengthBytes: 2, of: SignatureScheme.init(rawValue:))
            guard signatureSchemes != nil else { return nil }
        }
        guard let list = reader.vector(lengthBytes: 2), reader.isAtEnd else { return nil }
        var names = ByteReader(list)
        authorityCount = 0
        while !names.isAtEnd {
            guard names.vector(lengthBytes: 2) != nil else { return nil }
            authorityCount += 1
        }
    }
}
