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
