import TransportSecurity

/// A server's request for a client certificate, up to TLS 1.2 (RFC 5246 §7.4.4). In TLS 1.3 it is encrypted.
public struct CertificateRequest: Hashable, Sendable {
    /// The accepted types of certificates, from the IANA registry "TLS ClientCertificateType Identifiers".
    public var types: [UInt8]
    /// The accepted signature schemes; nil before TLS 1.2, where the message has no such field.
    public var signatureSchemes: [SignatureScheme]?
    /// The number of accepted authorities. Their names are not kept.
    public var authorityCount: Int

    /// Reads the body of a message under that version; nil where its parts do not fill it exactly.
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
