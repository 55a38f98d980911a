import InternetNames

extension RootStoresFile {
    /// The members of the file in JSON.
    struct Content: Decodable {
        var stores: [Store]
        var roots: [Root]
        var limits: [Limit]
        var refused: [Refusal]

        /// The roots of a system, by SHA-256 in hexadecimal.
        struct Store: Decodable {
            var system: String
            var first: String
            var date: String
            var tag: String
            var roots: [String]
        }

        /// A certificate, and whether it may be the root of TLS servers.
        struct Root: Decodable {
            var sha256: String
            var der: String
            var servers: Bool
        }

        /// A limit of roots, which are named by SHA-256.
        struct Limit: Decodable {
            var roots: [String]
            var issuedUntil: String?
            var largestLifetimeDays: Int64?
            var names: [String]?
            var since: String
            var decidedBy: String
            var source: String
        }

        /// A key that no path may have, by the SHA-256 of its SubjectPublicKeyInfo.
        struct Refusal: Decodable {
            var spki: String
            var reason: String
            var source: String

            /// The digest of the key and the reason with its source; nil if `spki` is not a SHA-256 in hexadecimal.
            var entry: ([UInt8], String)? {
                guard let digest = [UInt8](hexadecimal: spki), digest.count == 32 else { return nil }
                return (digest, "\(reason) (\(source))")
            }
        }
    }
}
