import Events
import InternetNames
import JSONWriting
import TransportSecurity

/// A certificate in a row's detail: one that the server sent, or one on the path from the server's own to a root.
public struct DetailCertificate: JSONWritable {
    /// The certificate.
    public let certificate: Certificate
    /// Whether the server sent it.
    public let isSent: Bool
    /// The position in the list of certificates, from 0.
    let position: Int
    /// The identifier of the row.
    let row: String
    /// The time from which the certificate ought to be replaced (`ChainEvaluation.renewalBeginning`); nil for roots,
    /// and for issuers that do not end before the server's own certificate.
    let renewalSince: Instant?

    public func write(to json: inout JSONWriter) {
        let summary = CertificateSummary(certificate)
        json.object { json in
            json.member("position", position)
            json.member("isSent", isSent)
            json.member("subject", summary.subject)
            json.member("issuer", summary.issuer)
            json.member("notBefore", summary.notBefore)
            json.member("notAfter", summary.notAfter)
            json.member("renewalSince", renewalSince)
            json.member("key", summary.key)
            json.member("signature", summary.signature)
            json.member("sha256", summary.sha256)
            json.member("pin", summary.spki)
            json.member("names", names)
            json.member("href", "rows/\(row)/certificates/\(position)")
        }
    }

    /// The names that clients compare, at most 200.
    private var names: [String] {
        let names = certificate.subjectAltNames
        let addresses = (names?.ipAddresses ?? []).map { bytes in
            IPAddress(bytes: bytes)?.description ?? bytes.hexadecimal
        }
        return Array(((names?.dnsNames ?? []) + addresses).prefix(200))
    }

    /// The certificate in PEM (RFC 7468 §5).
    public var pem: String { PEMBlock.certificate(certificate.der) }
}

extension ChainEvaluation {
    /// The time from which a certificate of the chain ought to be replaced: the end of the certificate less a third of
    /// the lifetime of the server's own certificate.
    ///
    /// Nil unless the certificate is the server's own, or that of an issuer, other than a root, which expires before
    /// the server's own.
    func renewalBeginning(of certificate: Certificate) -> Instant? {
        guard let leaf else { return nil }
        let isIssuer = path.dropFirst().contains(certificate) && !certificate.isSelfSigned
        let isEarlierIssuer = isIssuer && certificate.notAfter < leaf.notAfter
        guard certificate == leaf || isEarlierIssuer else { return nil }
        return certificate.notAfter + -RenewalWindow.lastThird.length(from: leaf.notBefore, to: leaf.notAfter)
    }
}
