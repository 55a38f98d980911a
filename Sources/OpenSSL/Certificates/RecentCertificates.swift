import COpenSSL
import TransportSecurity

/// A cache of parsed certificates by their DER. A server sends the same certificates in each handshake, and many
/// servers send the same intermediate certificate. OpenSSL 3 needs up to a tenth of a millisecond to parse one.
final class RecentCertificates {
    private var newer: [Key: ParsedCertificate] = [:]
    private var older: [Key: ParsedCertificate] = [:]

    /// The DER of a certificate. The hash is that of its last bytes, a part of the signature. Certificates that end
    /// alike would slow down a lookup among as many entries as a generation has.
    private struct Key: Hashable {
        let der: [UInt8]

        static func == (left: Key, right: Key) -> Bool { left.der.hasSameBytes(as: right.der) }

        func hash(into hasher: inout Hasher) {
            der.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.suffix(32))) }
        }
    }

    /// The cached certificate, or a newly parsed one; nil if reading it is too much work. Parsing itself is counted by
    /// `permits`. The work of cached certificates counts as well, because no result may depend on the state of the
    /// cache.
    func certificate(
        der: [UInt8], within work: EvaluationWork = EvaluationWork()
    ) throws(OpenSSLError) -> ParsedCertificate? {
        if let known = find(der) {
            return work.permits(known.isSelfIssued ? known.workOfVerification : 0) ? known : nil
        }
        let parsed = try ParsedCertificate.parse(der)
        defer { X509_free(parsed) }
        guard work.permits(ParsedCertificate.workOfReading(parsed)) else { return nil }
        let certificate = try ParsedCertificate(sharing: parsed, der: der)
        insert(certificate)
        return certificate
    }

    /// Whether the certificates may be parsed, cached or not.
    func permits(_ certificates: [[UInt8]], within work: EvaluationWork) -> Bool {
        work.permits(certificates.reduce(0) { $0 + EvaluationWork.ofParsing($1.count) })
    }

    /// Adds certificates that OpenSSL has parsed, as long as reading them is not too much work. The caller keeps its
    /// references.
    func keep(_ parsed: [OpaquePointer], within work: EvaluationWork) {
        let encoded = parsed.map { CertificateReader.der(of: $0) ?? [] }
        guard permits(encoded, within: work) else { return }
        for (pointer, der) in zip(parsed, encoded) where find(der) == nil {
            guard work.permits(ParsedCertificate.workOfReading(pointer)) else { return }
            // A certificate that cannot be read is skipped here; `certificate` reports the error.
            guard let certificate = try? ParsedCertificate(sharing: pointer, der: der) else { continue }
            insert(certificate)
        }
    }

    /// Finds a certificate, and moves it to the newer generation.
    private func find(_ der: [UInt8]) -> ParsedCertificate? {
        let key = Key(der: der)
        if let known = newer[key] { return known }
        guard let known = older[key] else { return nil }
        insert(known)
        return known
    }

    private func insert(_ certificate: ParsedCertificate) {
        if newer.count >= Self.limit {
            older = newer
            newer = [:]
        }
        newer[Key(der: certificate.facts.der)] = certificate
    }

    /// The number of certificates in a generation. Two generations are kept.
    static let limit = 128
}
