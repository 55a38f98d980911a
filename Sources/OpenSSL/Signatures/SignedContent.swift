import COpenSSL

/// The content of signed messages (CMS, RFC 5652).
public enum SignedContent {
    /// The content of a signed message in BER or DER; nil for other bytes. The signature is not checked.
    public static func content(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == 0x30 else { return nil }
        let message = bytes.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_CMS_ContentInfo(nil, &start, bytes.count)
        }
        // A failure leaves reports that a later call would take for its own.
        defer { OpenSSLError.emptyQueue() }
        guard let message else { return nil }
        defer { CMS_ContentInfo_free(message) }
        guard OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed,
            let content = CMS_get0_content(message)?.pointee, let start = ASN1_STRING_get0_data(content)
        else { return nil }
        return Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(content))))
    }
}
