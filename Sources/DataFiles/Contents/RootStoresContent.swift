import InternetNames

extension RootStoresFile {
    /// The members of the file in JSON, in the form that `config/data/make-root-stores` writes:
    ///
    ///     {"stores": [{"system": "iOS 18.4", "first": "18.4", "date": "2025-03-31", "tag": "…", "roots": ["cbb5…"]}],
    ///      "roots": [{"sha256": "cbb5…", "der": "MIIF…", "servers": true}], "limits": […], "refused": […]}
    struct Content: Decodable {
        /// The stores, oldest first.
        var stores: [Store]
        /// The roots of all stores.
        var roots: [Root]
        /// The limits of roots.
        var limits: [Limit]
        /// The keys that are refused.
        var refused: [Refusal]

        /// The roots of a system, by SHA-256 in hexadecimal.
        struct Store: Decodable {
            /// The name of the first system with this store, such as `iOS 18.4`.
            var system: String
            /// The version of the first system, such as `18.4`.
            var first: String
            /// The day on which the first system was released, such as `2025-03-31`.
            var date: String
            /// Apple's tag with the roots, or another source.
            var tag: String
            /// The digests of the roots.
            var roots: [String]
        }

        /// A certificate, and whether it may be the root of TLS servers.
        struct Root: Decodable {
            /// The digest of the certificate, in hexadecimal.
            var sha256: String
            /// The certificate in Base64.
            var der: String
            /// Whether the certificate may be the root of TLS servers.
            var servers: Bool
        }

        /// A limit of roots, which are named by SHA-256.
        struct Limit: Decodable {
            /// The digests of the roots.
            var roots: [String]
            /// The last day on which an accepted certificate was issued, such as `2024-11-15`; nil for no limit.
            var issuedUntil: String?
            /// The longest lifetime of an accepted certificate in days; nil for no limit.
            var largestLifetimeDays: Int64?
            /// The domains of accepted certificates; nil for all.
            var names: [String]?
            /// The version of the first system with the limit.
            var since: String
            /// The party that decided on the limit.
            var decidedBy: String
            /// The document with the limit.
            var source: String
        }

        /// A key that no path may have, by the SHA-256 of its SubjectPublicKeyInfo.
        struct Refusal: Decodable {
            /// The digest of the key, in hexadecimal.
            var spki: String
            /// The reason as a clause.
            var reason: String
            /// The document with the reason.
            var source: String

            /// The bytes of the digest; nil if `spki` is not a SHA-256 in hexadecimal.
            var digest: [UInt8]? {
                guard let digest = [UInt8](hexadecimal: spki), digest.count == 32 else { return nil }
                return digest
            }
        }
    }
}
