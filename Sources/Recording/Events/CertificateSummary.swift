import TransportSecurity

/// What people ask of a certificate first.
public struct CertificateSummary: Hashable, Decodable, Sendable {
    /// The subject, as RFC 4514 writes names.
    public var subject: String
    /// The issuer, in the same form.
    public var issuer: String
    /// The beginning of its validity.
    public var notBefore: Instant
    /// The end of its validity.
    public var notAfter: Instant
    /// Its public key, `RSA 2048`.
    public var key: String
    /// The name of the algorithm of the signature on it.
    public var signature: String
    /// SHA-256 of its DER, in hexadecimal.
    public var sha256: String
    /// SHA-256 of its SubjectPublicKeyInfo in base64, as `NSPinnedDomains` writes it.
    public var spki: String

    /// The summary of that certificate.
    public init(_ certificate: Certificate) {
        subject = certificate.subject
        issuer = certificate.issuer
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        key = certificate.key.description
        signature = certificate.signature.name
        sha256 = certificate.sha256.hexadecimal
        spki = Base64.encode(certificate.publicKeySHA256)
    }
}

extension CertificateSummary: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("subject", subject)
            json.member("issuer", issuer)
            json.member("notBefore", notBefore)
            json.member("notAfter", notAfter)
            json.member("key", key)
            json.member("signature", signature)
            json.member("sha256", sha256)
            json.member("spki", spki)
        }
    }
}
