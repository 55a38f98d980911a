import COpenSSL
import TLSMessages
import TransportSecurity

/// Verifies signed certificate timestamps with the keys of logs.
final class TimestampVerifier {
    private let keys: [[UInt8]: LogKey]

    /// Creates a verifier with the keys of logs by log ID, each a SubjectPublicKeyInfo in DER.
    init(logKeys: [[UInt8]: [UInt8]]) {
        keys = logKeys.compactMapValues { LogKey(publicKeyInfo: $0) }
    }

    /// The timestamps from all three ways of delivery (RFC 6962 §3.3). Without the issuer, embedded timestamps cannot
    /// be verified and are treated like those of unknown logs.
    /// - Returns: nil if checking them would be too much work.
    func timestamps(
        of leaf: ParsedCertificate, issuedBy issuer: ParsedCertificate?, inTLS: [UInt8]?, inOCSP: [UInt8]?,
        within work: EvaluationWork
    ) -> [SignedCertificateTimestamp]? {
        let embedded = X509_get_ext_by_NID(leaf.pointer, NID_ct_precert_scts, -1)
        let inCertificate =
            embedded < 0
            ? nil : X509_get_ext(leaf.pointer, embedded).flatMap { TimestampList.bytes(inExtension: $0) }
        let precertificate = inCertificate == nil ? nil : issuer.flatMap { Self.precertificateEntry(leaf, $0) }
        let certificate = Self.certificateEntry(leaf)
        let verified =
            verified(inCertificate, .embedded, over: precertificate, work)
            + verified(inTLS, .tlsExtension, over: certificate, work)
            + verified(inOCSP, .ocsp, over: certificate, work)
        return work.isTooMuch ? nil : verified
    }

    private func verified(
        _ list: [UInt8]?, _ source: SignedCertificateTimestamp.Source, over entry: [UInt8]?,
        _ work: EvaluationWork
    ) -> [SignedCertificateTimestamp] {
        guard let list else { return [] }
        return TimestampList(list).timestamps.map { timestamp in
            let key = keys[timestamp.logID]
            let isValid = key.flatMap { key in entry.map { work.permits(1) && key.signed(timestamp, over: $0) } }
            return SignedCertificateTimestamp(
                logID: timestamp.logID, timestamp: Instant(milliseconds: timestamp.milliseconds), source: source,
                isSignatureValid: isValid)
        }
    }

    /// The `x509_entry`: the certificate itself.
    private static func certificateEntry(_ leaf: ParsedCertificate) -> [UInt8] {
        [0, 0] + lengthAndBytes(leaf.facts.der)
    }

    /// The `precert_entry`: the hash of the issuer's key, and the certificate without its timestamps.
    private static func precertificateEntry(_ leaf: ParsedCertificate, _ issuer: ParsedCertificate) -> [UInt8]? {
        guard let copy = X509_dup(leaf.pointer) else { return nil }
        defer { X509_free(copy) }
        let index = X509_get_ext_by_NID(copy, NID_ct_precert_scts, -1)
        guard index >= 0 else { return nil }
        X509_EXTENSION_free(X509_delete_ext(copy, index))
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = i2d_re_X509_tbs(copy, &encoded)
        defer { shim_OPENSSL_free(encoded) }
        guard count > 0, let encoded else { return nil }
        let body = Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
        return [0, 1] + issuer.facts.publicKeySHA256 + lengthAndBytes(body)
    }

    private static func lengthAndBytes(_ bytes: [UInt8]) -> [UInt8] {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
    }
}

/// The public key of a log; owns an `EVP_PKEY`.
private final class LogKey {
    private let pointer: OpaquePointer

    init?(publicKeyInfo: [UInt8]) {
        let parsed = publicKeyInfo.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_PUBKEY(nil, &position, buffer.count)
        }
        OpenSSLError.emptyQueue()
        guard let parsed else { return nil }
        pointer = parsed
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// Whether the log signed the timestamp over the entry. RFC 6962 §2.1.4 permits only SHA-256 with ECDSA or RSA.
    func signed(_ timestamp: TimestampList.Timestamp, over entry: [UInt8]) -> Bool {
        let ecdsa: UInt16 = 0x0403
        let rsa: UInt16 = 0x0401
        let kind = EVP_PKEY_get_base_id(pointer)
        guard
            (kind == NID_X9_62_id_ecPublicKey && timestamp.algorithm == ecdsa)
                || (kind == NID_rsaEncryption && timestamp.algorithm == rsa)
        else { return false }
        let extensionCount = timestamp.extensions.count
        let version1AndType: [UInt8] = [0, 0]
        let signed =
            version1AndType + timestamp.time + entry
            + [UInt8(truncatingIfNeeded: extensionCount >> 8), UInt8(truncatingIfNeeded: extensionCount)]
            + timestamp.extensions
        OpenSSLError.emptyQueue()
        defer { OpenSSLError.emptyQueue() }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1
            && EVP_DigestVerify(
                context, timestamp.signature, timestamp.signature.count, signed, signed.count) == 1
    }
}
