import COpenSSL

/// A `SignedCertificateTimestampList` (RFC 6962 §3.3), taken apart.
struct TimestampList {
    /// The timestamps that could be read, in their order.
    let timestamps: [Timestamp]

    /// More timestamps than this are not looked at; a certificate needs five at most.
    static let maximumCount = 32

    /// Reads a list as it stands in the TLS extension. What is of another version than 1, or broken, is left out.
    init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        var list = ByteReader(reader.vector(lengthBytes: 2) ?? [])
        var found: [Timestamp] = []
        while found.count < Self.maximumCount, let serialized = list.vector(lengthBytes: 2) {
            if let timestamp = Timestamp(serialized) { found.append(timestamp) }
        }
        timestamps = found
    }

    /// The list inside an X.509 or OCSP extension, where it is wrapped in an OCTET STRING.
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

    /// One timestamp, its signature not yet checked (RFC 6962 §3.2).
    struct Timestamp {
        let logID: [UInt8]
        /// Milliseconds since 1970 as eight bytes, the way they are signed.
        let time: ArraySlice<UInt8>
        let extensions: ArraySlice<UInt8>
        /// The code points of hash and signature algorithm (RFC 5246 §7.4.1.4.1), then the signature.
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

        /// Milliseconds since 1970, but never beyond the year 9999, so that the time can be written and read back.
        var milliseconds: Int64 {
            let lastOf9999: UInt64 = 253_402_300_799_999
            return Int64(min(lastOf9999, time.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }))
        }
    }
}
