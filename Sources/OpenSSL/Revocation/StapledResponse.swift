import CCertificateLibrary
import COpenSSL
import TLSMessages
import TransportSecurity

/// A stapled OCSP response (RFC 6960 §4.2); owns an `OCSP_BASICRESP`.
final class StapledResponse {
    private let pointer: OpaquePointer
    /// Whether the response is signed with the key of a certificate, by the identity of that.
    private var checked: [[UInt8]: Bool] = [:]
    /// Whether an issuer signed a responder's certificate, by the identities of both.
    private var authorized: [[[UInt8]]: Bool] = [:]
    /// The certificates of responders, once they were read.
    private var responders: [ParsedCertificate]?

    /// The largest number of answers in a response that are examined.
    private static let maximumAnswers: Int32 = 64
    /// The largest number of certificates in a response that are tried as the responder's.
    private static let maximumResponders = 8
    /// The object identifier of `id-kp-OCSPSigning`.
    private static let ocspSigning = "1.3.6.1.5.5.7.3.9"

    init(der: [UInt8]) throws(OpenSSLError) {
        OpenSSLError.emptyQueue()
        let parsed = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return d2i_OCSP_RESPONSE(nil, &position, buffer.count)
        }
        guard let parsed else { throw OpenSSLError.takeQueue() }
        defer { OCSP_RESPONSE_free(parsed) }
        let status = OCSP_response_status(parsed)
        guard status == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
            throw OpenSSLError(text: "its status is " + String(cString: OCSP_response_status_str(Int(status))))
        }
        guard let basic = OCSP_response_get1_basic(parsed) else { throw OpenSSLError.takeQueue() }
        pointer = basic
    }

    deinit {
        OCSP_BASICRESP_free(pointer)
    }

    /// The statement about the leaf, valid only if the issuer, or a responder that the issuer authorized, signed the
    /// response (SecRevocationServer.c, `SecORVCConsumeOCSPResponse`).
    func statement(
        on leaf: ParsedCertificate, issuedBy issuer: ParsedCertificate, at instant: Instant, within work: EvaluationWork
    ) -> ChainEvaluation.Revocation {
        OpenSSLError.emptyQueue()
        defer { OpenSSLError.emptyQueue() }
        guard let answer = answer(on: leaf, issuedBy: issuer) else {
            return .unusable("it is about another certificate")
        }
        var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let status = OCSP_single_get0_status(answer, nil, nil, &thisUpdate, &nextUpdate)
        let isRevoked = status == V_OCSP_CERTSTATUS_REVOKED
        // The responder of a revocation had to be valid when the response was made, of any other one now.
        let producedAt = isRevoked ? Instant(OCSP_resp_get0_produced_at(pointer)) : nil
        guard let isSigned = isSigned(onBehalfOf: issuer, at: producedAt ?? instant, within: work) else {
            return .unusable("its signature was not checked, because checking it takes too long")
        }
        guard isSigned else {
            return .unusable("it is not signed by the issuer of the certificate, or by a responder that it named")
        }
        // A revocation is final, whatever its period.
        if isRevoked { return .revoked(subject: leaf.facts.subject, source: "the stapled OCSP response") }
        let window = ValidityWindow(from: Instant(thisUpdate), until: Instant(nextUpdate))
        if let problem = window.problem(at: instant) { return .unusable("it \(problem)") }
        return status == V_OCSP_CERTSTATUS_GOOD ? .good : .unusable("its responder does not know the certificate")
    }

    /// The period of the first answer; nil if there is none.
    var firstWindow: ValidityWindow? {
        guard OCSP_resp_count(pointer) > 0, let answer = OCSP_resp_get0(pointer, 0) else { return nil }
        var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        OCSP_single_get0_status(answer, nil, nil, &thisUpdate, &nextUpdate)
        return ValidityWindow(from: Instant(thisUpdate), until: Instant(nextUpdate))
    }

    /// The list of certificate timestamps in the answer about the leaf (RFC 6962 §3.3), in TLS encoding.
    func timestampList(on leaf: ParsedCertificate, issuedBy issuer: ParsedCertificate) -> [UInt8]? {
        guard let answer = answer(on: leaf, issuedBy: issuer) else { return nil }
        let index = OCSP_SINGLERESP_get_ext_by_NID(answer, NID_ct_cert_scts, -1)
        guard index >= 0, let found = OCSP_SINGLERESP_get_ext(answer, index) else { return nil }
        return TimestampList.bytes(inExtension: found)
    }

    /// The answer with the same issuer name, issuer key and serial number as the leaf.
    private func answer(on leaf: ParsedCertificate, issuedBy issuer: ParsedCertificate) -> OpaquePointer? {
        for index in 0..<min(Self.maximumAnswers, max(0, OCSP_resp_count(pointer))) {
            guard let answer = OCSP_resp_get0(pointer, index), let identifier = OCSP_SINGLERESP_get0_id(answer)
            else { continue }
            var algorithm: OpaquePointer?
            OCSP_id_get0_info(nil, &algorithm, nil, nil, identifier)
            guard let digest = EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid(algorithm))),
                let expected = OCSP_cert_to_id(digest, leaf.pointer, issuer.pointer)
            else { continue }
            defer { OCSP_CERTID_free(expected) }
            if OCSP_id_cmp(expected, identifier) == 0 { return answer }
        }
        return nil
    }

    /// Whether the issuer, or a responder that it authorized, signed the response; nil if that would be too much work.
    private func isSigned(
        onBehalfOf issuer: ParsedCertificate, at instant: Instant, within work: EvaluationWork
    ) -> Bool? {
        guard let isByIssuer = isSigned(by: issuer, within: work) else { return nil }
        if isByIssuer { return true }
        guard let responders = responders(within: work) else { return nil }
        for responder in responders
        where Self.isResponder(responder) && responder.isValid(at: instant) && responder.names(issuer: issuer) {
            guard let isAuthorized = isAuthorized(responder, by: issuer, within: work) else { return nil }
            guard isAuthorized else { continue }
            guard let isByResponder = isSigned(by: responder, within: work) else { return nil }
            if isByResponder { return true }
        }
        return false
    }

    /// Whether the certificate is for a responder: for signatures of OCSP, and no CA (SecPolicy.c,
    /// `SecPolicyCreateOCSPSigner`).
    private static func isResponder(_ certificate: ParsedCertificate) -> Bool {
        let absent = UInt32.max
        let usage = X509_get_key_usage(certificate.pointer)
        return certificate.facts.extendedKeyUsage?.contains(ocspSigning) ?? false
            && usage != absent && usage & UInt32(KU_DIGITAL_SIGNATURE) != 0 && certificate.facts.isAuthority != true
    }

    private func isSigned(by signer: ParsedCertificate, within work: EvaluationWork) -> Bool? {
        if let known = checked[signer.identity] { return known }
        guard let key = X509_get0_pubkey(signer.pointer), VerificationKey.isUsable(key) else { return false }
        guard work.permits(signer.workOfVerification) else { return nil }
        let isSigned = shim_OCSP_BASICRESP_verify(pointer, key, certificate_library_context()) == 1
        checked[signer.identity] = isSigned
        return isSigned
    }

    private func isAuthorized(
        _ responder: ParsedCertificate, by issuer: ParsedCertificate, within work: EvaluationWork
    ) -> Bool? {
        let pair = [responder.identity, issuer.identity]
        if let known = authorized[pair] { return known }
        guard work.permits(issuer.workOfVerification) else { return nil }
        let isAuthorized = responder.signature(by: issuer) == .good
        authorized[pair] = isAuthorized
        return isAuthorized
    }

    /// The certificates in the response that can be read; nil if reading them would be too much work.
    private func responders(within work: EvaluationWork) -> [ParsedCertificate]? {
        if let responders { return responders }
        var read: [ParsedCertificate] = []
        for element in elements(of: OCSP_resp_get0_certs(pointer)).prefix(Self.maximumResponders) {
            let certificate = OpaquePointer(element)
            guard let der = CertificateReader.der(of: certificate) else { continue }
            let cost = EvaluationWork.ofParsing(der.count) + ParsedCertificate.workOfReading(certificate)
            guard work.permits(cost) else { return nil }
            if let responder = try? ParsedCertificate(der: der) { read.append(responder) }
        }
        responders = read
        return read
    }
}

/// The period of the statements in a stapled OCSP response (RFC 6960 §4.2.2.1), whatever they say.
public struct StapledPeriod: Hashable, Sendable {
    /// The time at which the statement was known to be true.
    public var thisUpdate: Instant
    /// The time by which there will be a newer one; nil if it names none.
    public var nextUpdate: Instant?

    /// Reads the period of the first statement in a response in DER; nil if it cannot be read. Nothing is verified.
    public init?(der: [UInt8]) {
        guard let response = try? StapledResponse(der: der), let window = response.firstWindow, let from = window.from
        else { return nil }
        thisUpdate = from
        nextUpdate = window.until
    }
}
