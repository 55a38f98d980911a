import COpenSSL
import TLSMessages

extension TimestampList {
    /// The list in an X.509 or OCSP extension, where it is in an OCTET STRING.
    static func bytes(inExtension found: OpaquePointer) -> [UInt8]? {
        let outer = [UInt8](X509_EXTENSION_get_data(found))
        let inner = outer.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_ASN1_OCTET_STRING(nil, &position, buffer.count)
        }
        defer {
            ASN1_OCTET_STRING_free(inner)
            OpenSSLError.emptyQueue()
        }
        return inner.map { [UInt8]($0) }
    }
}
