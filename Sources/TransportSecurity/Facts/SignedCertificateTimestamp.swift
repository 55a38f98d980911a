/// One signed certificate timestamp (RFC 6962 §3.2), and how it was delivered.
public struct SignedCertificateTimestamp: Hashable, Codable, Sendable {
    /// SHA-256 of the log's public key, 32 bytes.
    public var logID: [UInt8]
    /// The time of the log's promise to include the certificate.
    public var timestamp: Instant
    /// The way in which the timestamp was delivered.
    public var source: Source
    /// Whether the signature is valid; nil if the log is not in the list, and its key is not known.
    public var isSignatureValid: Bool?

    /// Creates a timestamp with the given facts.
    public init(logID: [UInt8], timestamp: Instant, source: Source, isSignatureValid: Bool?) {
        self.logID = logID
        self.timestamp = timestamp
        self.source = source
        self.isSignatureValid = isSignatureValid
    }

    /// Ways of delivery (RFC 6962 §3.3).
    public enum Source: String, Hashable, Codable, Sendable {
        /// In an extension of the certificate.
        case embedded
        /// In the TLS extension `signed_certificate_timestamp`.
        case tlsExtension = "tls-extension"
        /// In a stapled OCSP response.
        case ocsp
    }
}
