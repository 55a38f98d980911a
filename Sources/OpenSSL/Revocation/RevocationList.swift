import CCertificateLibrary
import COpenSSL
import TransportSecurity

/// A certificate revocation list (RFC 5280 §5); owns an `X509_CRL`.
final class RevocationList {
    private let pointer: OpaquePointer
    /// Whether the list is signed with the key of an issuer, by the identity of the issuer. Many issuers may bear its
    /// name.
    private var checked: [[UInt8]: Bool] = [:]
    /// The cost of the digest of the list, of which a unit takes 100 KB.
    private let workOfDigest: Int

    /// The largest number of issuers whose results are kept.
    private static let checkedLimit = 256

    init(der: [UInt8]) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        let parsed = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            var parsed = X509_CRL_new_ex(certificate_library_context(), nil)
            // On failure, `d2i_X509_CRL` frees the list.
            if parsed != nil { d2i_X509_CRL(&parsed, &position, buffer.count) }
            return parsed
        }
        guard let parsed else { throw OpenSSLError.takeQueue() }
        pointer = parsed
        workOfDigest = der.count / 100_000
    }

    deinit {
        X509_CRL_free(pointer)
    }

    /// The statement of the list about a certificate; nil if the list is of another issuer, or does not list the
    /// certificate and does not cover it either.
    ///
    /// A list that is not in force, or that the issuer has not signed, is unusable, even if it names the certificate.
    /// In one that is in force, each certificate that is listed is revoked, whatever the list covers. Delta and
    /// indirect lists are not combined with others.
    func statement(
        on certificate: ParsedCertificate, issuedBy issuer: ParsedCertificate, at instant: Instant,
        within work: EvaluationWork = EvaluationWork()
    ) -> ChainEvaluation.Revocation? {
        OpenSSLError.emptyQueue()
        defer { OpenSSLError.emptyQueue() }
        let name = X509_CRL_get_issuer(pointer)
        guard X509_NAME_cmp(name, X509_get_issuer_name(certificate.pointer)) == 0,
            let key = X509_get0_pubkey(issuer.pointer), VerificationKey.isUsable(key)
        else { return nil }
        let description = "the revocation list of \(issuer.facts.subject)"
        guard let isSigned = isSigned(by: issuer, with: key, within: work) else {
            return .unusableList("\(description) was not checked, because checking it takes too long")
        }
        guard isSigned else { return .unusableList("\(description) has a wrong signature") }
        let window = ValidityWindow(
            from: Instant(X509_CRL_get0_lastUpdate(pointer)), until: Instant(X509_CRL_get0_nextUpdate(pointer)))
        if let problem = window.problem(at: instant) { return .unusableList("\(description) \(problem)") }
        var entry: OpaquePointer?
        let revoked: Int32 = 1
        guard X509_CRL_get0_by_cert(pointer, &entry, certificate.pointer) == revoked else {
            return shim_X509_CRL_covers(pointer, certificate.pointer) == 1 ? .notListed(source: description) : nil
        }
        return .revoked(subject: certificate.facts.subject, source: description)
    }

    /// Whether the list is signed with the key of that issuer; nil if the check would be too much work.
    private func isSigned(
        by issuer: ParsedCertificate, with key: OpaquePointer, within work: EvaluationWork
    ) -> Bool? {
        if let known = checked[issuer.identity] { return known }
        guard work.permits(workOfDigest), work.permits(issuer.workOfVerification) else { return nil }
        let isSigned = X509_CRL_verify(pointer, key) == 1
        if checked.count >= Self.checkedLimit { checked = [:] }
        checked[issuer.identity] = isSigned
        return isSigned
    }
}
