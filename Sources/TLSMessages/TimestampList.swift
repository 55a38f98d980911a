/// A parsed `SignedCertificateTimestampList` (RFC 6962 §3.3).
public struct TimestampList {
    /// The timestamps that could be parsed, in order.
    public let timestamps: [Timestamp]

    /// The largest number of timestamps that are examined. A certificate needs at most five.
    public static let maximumCount = 32

    /// Parses a list in TLS encoding. Timestamps that are malformed or of another version than 1 are skipped.
    public init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        var list = ByteReader(reader.vector(lengthBytes: 2) ?? [])
        var found: [Timestamp] = []
        while found.count < Self.maximumCount, let serialized = list.vector(lengthBytes: 2) {
            if let timestamp = Timestamp(serialized) { found.append(timestamp) }
        }
        timestamps = found
    }

    /// One timestamp (RFC 6962 §3.2), whose signature is not checked yet.
    public struct Timestamp {
        /// The SHA-256 of the log's public key.
        public let logID: [UInt8]
        /// Milliseconds since 1970 as eight bytes, as the signature covers them.
        public let time: ArraySlice<UInt8>
        /// The body of `CtExtensions`, which is signed with the rest.
        public let extensions: ArraySlice<UInt8>
        /// The code points of the hash and signature algorithms (RFC 5246 §7.4.1.4.1).
        public let algorithm: UInt16
        /// The log's signature.
        public let signature: [UInt8]

        init?(_ serialized: ArraySlice<UInt8>) {
            var reader = ByteReader(serialized)
            let version1: UInt8 = 0
            guard reader.uint8() == version1, let logID = reader.bytes(32), let time = reader.bytes(8),
                let extensions = reader.vector(lengthBytes: 2), let algorithm = reader.uint16(),
                let signature = reader.vector(lengthBytes: 2), reader.isAtEnd
            else { return nil }
            self.logID = Array(logID)
            self.time = time
            self.extensions = extensions
            self.algorithm = algorithm
            self.signature = Array(signature)
        }

        /// Milliseconds since 1970, limited to the end of the year 9999, the last year that can be written and parsed.
        public var milliseconds: Int64 {
            let lastOf9999: UInt64 = 253_402_300_799_999
            return Int64(min(lastOf9999, time.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }))
        }
    }
}
