import COpenSSL
import TransportSecurity

/// Certificates that were parsed lately, by their DER: a server shows the same ones in each handshake, and one
/// intermediate serves many servers. OpenSSL 3 takes up to a tenth of a millisecond for each.
final class RecentCertificates {
    private var newer: [[UInt8]: ParsedCertificate] = [:]
    private var older: [[UInt8]: ParsedCertificate] = [:]

    /// The certificate, parsed now where it is not known.
    func certificate(der: [UInt8]) throws(OpenSSLError) -> ParsedCertificate {
        if let known = find(der) { return known }
        let certificate = try ParsedCertificate(der: der)
        insert(certificate)
        return certificate
    }

    /// Takes over certificates that OpenSSL has parsed for itself; owned by whoever gives them.
    func keep(_ parsed: [OpaquePointer]) {
        for pointer in parsed {
            // What cannot be read is left to `certificate`, which says why.
            guard let der = CertificateReader.der(of: pointer), find(der) == nil,
                let certificate = try? ParsedCertificate(sharing: pointer, der: der)
            else { continue }
            insert(certificate)
        }
    }

    /// What is asked for belongs to the newer generation from then on.
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

    /// How many certificates make a generation; two are kept.
    static let limit = 128
}
