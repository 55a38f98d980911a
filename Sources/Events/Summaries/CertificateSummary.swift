import JSONWriting
import TransportSecurity

/// The most important properties of a certificate.
public struct CertificateSummary: Hashable, Decodable, Sendable {
    /// The subject in the form of RFC 4514, cut after `nameLimit` bytes.
    public var subject: String
    /// The issuer, in the same form.
    public var issuer: String
    /// The beginning of the validity period.
    public var notBefore: Instant
    /// The end of the validity period.
    public var notAfter: Instant
    /// The public key, such as `RSA 2048`.
    public var key: String
    /// The name of the signature algorithm.
    public var signature: String
    /// SHA-256 of the DER, in hexadecimal.
    public var sha256: String
    /// SHA-256 of the SubjectPublicKeyInfo in Base64, as in `NSPinnedDomains`.
    public var spki: String

    /// Creates the summary of a certificate.
    public init(_ certificate: Certificate) {
        subject = Self.cut(certificate.subject)
        issuer = Self.cut(certificate.issuer)
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        key = certificate.key.description
        signature = certificate.signature.name
        sha256 = certificate.sha256.hexadecimal
        spki = Base64.encode(certificate.publicKeySHA256)
    }
}

extension CertificateSummary {
    /// The largest number of bytes of a name. Names are repeated in each decision, and a server chooses their length.
    public static let nameLimit = 512

    /// The name, cut after the limit.
    static func cut(_ name: String) -> String {
        guard name.utf8.count > nameLimit else { return name }
        return String(decoding: name.utf8.prefix(nameLimit), as: UTF8.self) + "…"
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
