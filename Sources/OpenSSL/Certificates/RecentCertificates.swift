import COpenSSL
import TransportSecurity

/// A cache of parsed certificates by their DER. A server sends the same certificates in each handshake, and many
/// servers send the same intermediate certificate. OpenSSL 3 needs up to a tenth of a millisecond to parse one.
final class RecentCertificates {
    private var newer: [[UInt8]: ParsedCertificate] = [:]
    private var older: [[UInt8]: ParsedCertificate] = [:]

    /// The cached certificate, or a newly parsed one.
    func certificate(der: [UInt8]) throws(OpenSSLError) -> ParsedCertificate {
        if let known = find(der) { return known }
        let certificate = try ParsedCertificate(der: der)
        insert(certificate)
        return certificate
    }

    /// Adds certificates that OpenSSL has parsed. The caller keeps its references.
    func keep(_ parsed: [OpaquePointer]) {
        for pointer in parsed {
            // A certificate that cannot be read is skipped here; `certificate` reports the error.
            guard let der = CertificateReader.der(of: pointer), find(der) == nil,
                let certificate = try? ParsedCertificate(sharing: pointer, der: der)
            else { continue }
            insert(certificate)
        }
    }

    /// Finds a certificate, and moves it to the newer generation.
    private func find(_ der: [UInt8]) -> ParsedCertificate? {
        if let known = newer[der] { return known }
        guard let known = older[der] else { return nil }
        insert(known)
        return known
    }

    private func insert(_ certificate: ParsedCertificate) {
        if newer.count >= Self.limit {
            older = newer
            newer = [:]
        }
        newer[certificate.facts.der] = certificate
    }

    /// The number of certificates in a generation. Two generations are kept.
    static let limit = 128
}
