import COpenSSL
import TransportSecurity

/// The URLs from which a certificate's issuer can be fetched, and the parsing of fetched files (RFC 5280 §4.2.2.1).
public enum IssuerFile {
    /// The largest number of URLs that are used.
    private static let maximumLocations = 4
    /// The largest number of certificates that are taken from one file.
    private static let maximumCertificates = 8

    /// The `caIssuers` URLs in the authority information access of a certificate in DER, in order. The texts are
    /// returned unchanged and need not be valid URLs.
    public static func locations(in der: [UInt8]) -> [String] {
        guard let certificate = try? ParsedCertificate(der: der),
            let found = X509_get_ext_d2i(certificate.pointer, NID_info_access, nil, nil)
        else { return [] }
        let stack = OpaquePointer(found)
        defer {
            AUTHORITY_INFO_ACCESS_free(stack)
            OpenSSLError.emptyQueue()
        }
        let locations = elements(of: stack).prefix(64).compactMap { element -> String? in
            let description = element.assumingMemoryBound(to: ACCESS_DESCRIPTION.self).pointee
            guard OBJ_obj2nid(description.method) == NID_ad_ca_issuers, let name = description.location,
                name.pointee.type == GEN_URI
            else { return nil }
            return String(decoding: [UInt8](name.pointee.d.uniformResourceIdentifier), as: UTF8.self)
        }
        return Array(locations.prefix(maximumLocations))
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
