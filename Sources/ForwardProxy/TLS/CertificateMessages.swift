/// The chain of a `certificate` message up to TLS 1.2 (RFC 5246 §7.4.2).
enum CertificateMessage {
    /// More than any server sends; bounds what a list of tiny entries costs in memory.
    private static let countLimit = 64

    /// The certificates in DER, leaf first; nil where the list does not fill the message exactly.
    static func certificates(parsing body: [UInt8]) -> [[UInt8]]? {
        var reader = ByteReader(body)
        guard let list = reader.vector(lengthBytes: 3), reader.isAtEnd else { return nil }
        var entries = ByteReader(list)
        var certificates: [[UInt8]] = []
        while !entries.isAtEnd {
            guard let der = entries.vector(lengthBytes: 3), !der.isEmpty, certificates.count < countLimit else {
                return nil
            }
            certificates.append(Array(der))
        }
        return certificates
    }
}

/// The staple of a `certificate_status` message up to TLS 1.2 (RFC 6066 §8).
enum CertificateStatusMessage {
    /// The OCSP response in DER; nil for another type of status (RFC 6961) and for a malformed message.
    static func response(parsing body: [UInt8]) -> [UInt8]? {
        var reader = ByteReader(body)
        guard reader.uint8() == 1, let response = reader.vector(lengthBytes: 3), !response.isEmpty, reader.isAtEnd
        else {
            return nil
        }
        return Array(response)
    }
}
