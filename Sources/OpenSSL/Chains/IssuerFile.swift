import COpenSSL
import TransportSecurity

/// The URLs from which a certificate's issuer can be fetched, and the parsing of fetched files (RFC 5280 §4.2.2.1).
public enum IssuerFile {
    /// The largest number of certificates that are taken from one file.
    private static let maximumCertificates = 8

    /// The `caIssuers` URLs in the authority information access of a certificate in DER, in order. The texts are
    /// returned unchanged and need not be valid URLs.
    public static func locations(in der: [UInt8]) -> [String] {
        (try? CertificateReader.read(der: der))?.issuerLocations ?? []
    }

    /// The certificates in a fetched file, in DER. The file may be DER, a certs-only CMS message as RFC 5280 requires,
    /// or PEM, which some CAs serve. Empty for any other content.
    public static func certificates(in bytes: [UInt8]) -> [[UInt8]] {
        defer { OpenSSLError.emptyQueue() }
        if (try? ParsedCertificate(der: bytes)) != nil { return [bytes] }
        let message = certificates(inMessage: bytes)
        if !message.isEmpty { return message }
        let blocks = (try? PEMFile.certificates(in: bytes, named: "")) ?? []
        return Array(blocks.prefix(maximumCertificates))
    }

    private static func certificates(inMessage bytes: [UInt8]) -> [[UInt8]] {
        let parsed = bytes.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_PKCS7(nil, &position, buffer.count)
        }
        guard let parsed else { return [] }
        defer { PKCS7_free(parsed) }
        guard OBJ_obj2nid(parsed.pointee.type) == NID_pkcs7_signed, let signed = parsed.pointee.d.sign else {
            return []
        }
        return elements(of: signed.pointee.cert).prefix(maximumCertificates).compactMap { element in
            var encoded: UnsafeMutablePointer<UInt8>?
            let count = i2d_X509(OpaquePointer(element), &encoded)
            defer { shim_OPENSSL_free(encoded) }
            guard count > 0, let encoded else { return nil }
            return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
        }
    }
}
