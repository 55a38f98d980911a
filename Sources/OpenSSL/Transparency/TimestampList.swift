import COpenSSL

/// A parsed `SignedCertificateTimestampList` (RFC 6962 §3.3).
struct TimestampList {
    /// The timestamps that could be parsed, in order.
    let timestamps: [Timestamp]

    /// The largest number of timestamps that are examined. A certificate needs at most five.
    static let maximumCount = 32

    /// Parses a list in TLS encoding. Timestamps that are malformed or of another version than 1 are skipped.
    init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        var list = ByteReader(reader.vector(lengthBytes: 2) ?? [])
        var found: [Timestamp] = []
        while found.count < Self.maximumCount, let serialized = list.vector(lengthBytes: 2) {
            if let timestamp = Timestamp(serialized) { found.append(timestamp) }
        }
        timestamps = found
    }

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

    /// One timestamp (RFC 6962 §3.2), whose signature is not checked yet.
    struct Timestamp {
        let logID: [UInt8]
        /// Milliseconds since 1970 as eight bytes, as the signature covers them.
        let time: ArraySlice<UInt8>
        let extensions: ArraySlice<UInt8>
        /// The code points of the hash and signature algorithms (RFC 5246 §7.4.1.4.1).
        let algorithm: UInt16
        let signature: [UInt8]

        init?(_ serialized: ArraySlice<UInt8>) {
            var reader = ByteReader(serialized)
            let version1 = 0
            guard reader.number(bytes: 1) == version1, let logID = reader.bytes(32), let time = reader.bytes(8),
                let extensions = reader.vector(lengthBytes: 2), let algorithm = reader.uint16(),
                let signature = reader.vector(lengthBytes: 2), reader.isAtEnd
            else { return nil }
            self.logID = Array(logID)
            self.time = time
            self.extensions = extensions
            self.algorithm = algorithm
            self.signature = Array(signature)
        }

        /// Milliseconds since 1970, limited to the end of the year 9999, so that the time can be written and parsed.
        var milliseconds: Int64 {
            let lastOf9999: UInt64 = 253_402_300_799_999
            return Int64(min(lastOf9999, time.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }))
        }
    }
}
