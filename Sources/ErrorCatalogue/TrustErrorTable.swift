import TransportSecurity

/// The errors of the evaluation of certificates, in `NSOSStatusErrorDomain`. `SecTrustEvaluateWithError` reports them,
/// and failed loads have them as underlying errors.
///
/// Source: `base/SecBase.h` of Apple's Security project. Codes of keychains, of code signing, of S/MIME and of CSSM
/// modules are left out, because no load shows them.
enum TrustErrorTable {
    static let entries: [ErrorExplanation] = certificates + chains + revocation + identities

    private static func row(
        _ code: Int, _ name: String, _ kind: ErrorKind, _ meaning: String, causes: [String]? = nil,
        rules: [RuleID]? = nil
    ) -> ErrorExplanation {
        ErrorExplanation(.trust, code, name, kind, meaning, causes: causes, rules: rules)
    }

    private static let certificates: [ErrorExplanation] = [
        row(-67602, "errSecHostNameMismatch", .hostname, "The certificate does not name the host."),
        row(-67603, "errSecUnknownCriticalExtensionFlag", .malformed, "A critical extension is not known."),
        row(-67608, "errSecInvalidKeyUsageForPolicy", .usage, "The key usage of a certificate does not permit this."),
        row(
            -67609, "errSecInvalidExtendedKeyUsage", .usage,
            "The extended key usage of a certificate does not name servers."),
        row(-67618, "errSecUnknownCertExtension", .malformed, "An extension of a certificate is not known."),
        row(-67629, "errSecSSLBadExtendedKeyUsage", .usage, "The certificate is not for TLS servers."),
        row(-67655, "errSecInvalidSubjectName", .malformed, "The subject of a certificate is not valid."),
        row(-67656, "errSecUnknownQualifiedCertStatement", .malformed, "A qualified statement is not known."),
        row(-67688, "errSecInvalidSignature", .signature, "A signature is not valid."),
        row(-67689, "errSecInvalidName", .malformed, "A name is not valid."),
        row(-67690, "errSecInvalidCertificateRef", .malformed, "The certificate is not one."),
        row(-67735, "errSecUnsupportedKeySize", .keySize, "The size of a key is not supported."),
        row(-67747, "errSecInvalidAlgorithm", .signature, "An algorithm is not permitted."),
        row(-67815, "errSecInvalidDigestAlgorithm", .signature, "A digest algorithm is not permitted."),
        row(-67817, "errSecCertificateCannotOperate", .usage, "The certificate must not be used for this."),
        row(-67818, "errSecCertificateExpired", .date, "A certificate has expired."),
        row(-67819, "errSecCertificateNotValidYet", .date, "A certificate is not valid yet."),
        row(-67854, "errSecInvalidValidityPeriod", .date, "The validity period of a certificate is not valid."),
        row(
            -67880, "errSecMissingRequiredExtension", .hostname, "A certificate lacks an extension that is required.",
            causes: ["The certificate of the server has no subjectAltName or no extended key usage for servers."],
            rules: [.certificateHostname, .certificateUsage]),
        row(-67881, "errSecExtendedKeyUsageNotCritical", .usage, "The extended key usage is not marked critical."),
        row(
            -67901, "errSecCertificateValidityPeriodTooLong", .lifetime,
            "The certificate is valid for longer than the system permits."),
        row(-67902, "errSecCertificateIsCA", .usage, "The certificate of the server is that of a CA."),
        row(-67903, "errSecCertificateDuplicateExtension", .malformed, "A certificate has an extension twice."),
    ]

    private static let chains: [ErrorExplanation] = [
        row(-25318, "errSecCreateChainFailed", .root, "A certificate that the chain needs cannot be found."),
        row(-25262, "errSecInvalidTrustSettings", .trust, "The trust settings of the device are damaged."),
        row(-26267, "errSecNotSigner", .signature, "A certificate was not signed by the one above it."),
        row(-26275, "errSecDecode", .malformed, "A certificate cannot be decoded."),
        row(-67604, "errSecNoBasicConstraints", .usage, "A certificate above the server's has no basic constraints."),
        row(-67605, "errSecNoBasicConstraintsCA", .usage, "A certificate above the server's is not marked as a CA."),
        row(-67606, "errSecInvalidAuthorityKeyID", .malformed, "The identifier of an issuer's key does not match."),
        row(-67607, "errSecInvalidSubjectKeyID", .malformed, "The identifier of a key is not valid."),
        row(-67610, "errSecInvalidIDLinkage", .malformed, "The issuer of a certificate is not the one above it."),
        row(-67611, "errSecPathLengthConstraintExceeded", .usage, "The chain is longer than a CA in it permits."),
        row(-67612, "errSecInvalidRoot", .root, "The root is not valid."),
        row(
            -67654, "errSecTrustSettingDeny", .root, "The trust settings of the device deny a certificate.",
            causes: ["A user or an administrator marked the certificate as never to be trusted."]),
        row(-67686, "errSecVerificationFailure", .trust, "A verification failed."),
        row(-67691, "errSecInvalidCertificateGroup", .trust, "The certificates do not form a chain."),
        row(-67808, "errSecVerifyFailed", .signature, "A signature could not be verified."),
        row(
            -67825, "errSecVerifyActionFailed", .trust, "A check of the certificates failed that has no own code."
        ),
        row(-67826, "errSecInvalidCertAuthority", .usage, "An issuer in the chain is not valid."),
        row(-67835, "errSecInvalidPolicyIdentifiers", .usage, "The policies of the certificates do not fit."),
        row(
            -67843, "errSecNotTrusted", .root, "The chain ends in no root that is trusted.",
            causes: [
                "A private CA whose root is not installed and fully trusted on the device.",
                "A self-signed certificate.", "The server does not send its intermediate certificates.",
            ]),
        row(-67899, "errSecCertificatePolicyNotAllowed", .usage, "A CA in the chain does not permit this policy."),
        row(
            -67900, "errSecCertificateNameNotAllowed", .usage, "A CA in the chain does not permit this name.",
            causes: ["A name constraint of an intermediate certificate excludes the host."]),
    ]

    private static let revocation: [ErrorExplanation] = [
        row(-67613, "errSecCRLExpired", .revocation, "A revocation list is outdated."),
        row(-67614, "errSecCRLNotValidYet", .revocation, "A revocation list is not valid yet."),
        row(-67615, "errSecCRLNotFound", .revocation, "A revocation list was not found."),
        row(-67616, "errSecCRLServerDown", .revocation, "The server of a revocation list does not answer."),
        row(-67617, "errSecCRLBadURI", .revocation, "The address of a revocation list is wrong."),
        row(-67619, "errSecUnknownCRLExtension", .revocation, "An extension of a revocation list is not known."),
        row(-67620, "errSecCRLNotTrusted", .revocation, "A revocation list is not trusted."),
        row(-67621, "errSecCRLPolicyFailed", .revocation, "A revocation list does not fit its policy."),
        row(-67622, "errSecIDPFailure", .revocation, "The distribution point of a revocation list is not valid."),
        row(-67630, "errSecOCSPBadResponse", .revocation, "An OCSP response cannot be parsed."),
        row(-67631, "errSecOCSPBadRequest", .revocation, "An OCSP request cannot be parsed."),
        row(-67632, "errSecOCSPUnavailable", .revocation, "The OCSP service does not answer."),
        row(-67633, "errSecOCSPStatusUnrecognized", .revocation, "The OCSP service does not know the certificate."),
        row(-67635, "errSecIncompleteCertRevocationCheck", .revocation, "The check for revocation was not complete."),
        row(-67636, "errSecNetworkFailure", .revocation, "The network failed during the evaluation."),
        row(-67637, "errSecOCSPNotTrustedToAnchor", .revocation, "An OCSP response leads to no trusted root."),
        row(-67639, "errSecOCSPSignatureError", .revocation, "The signature of an OCSP response is not valid."),
        row(-67640, "errSecOCSPNoSigner", .revocation, "An OCSP response has no signer."),
        row(-67641, "errSecOCSPResponderMalformedReq", .revocation, "The OCSP service did not understand the request."),
        row(-67642, "errSecOCSPResponderInternalError", .revocation, "The OCSP service failed."),
        row(-67643, "errSecOCSPResponderTryLater", .revocation, "The OCSP service is busy."),
        row(-67644, "errSecOCSPResponderSignatureRequired", .revocation, "The OCSP service wants signed requests."),
        row(-67645, "errSecOCSPResponderUnauthorized", .revocation, "The OCSP service refused the request."),
        row(-67646, "errSecOCSPResponseNonceMismatch", .revocation, "An OCSP response answers another request."),
        row(
            -67820, "errSecCertificateRevoked", .revocation, "A certificate was revoked.",
            causes: ["The CA revoked the certificate; the server needs a new one."]),
        row(-67821, "errSecCertificateSuspended", .revocation, "A certificate was suspended."),
        row(-67827, "errSecInvalidCRLAuthority", .revocation, "The issuer of a revocation list is not valid."),
        row(-67828, "errSecInvalidCRLEncoding", .revocation, "A revocation list cannot be decoded."),
        row(-67829, "errSecInvalidCRLType", .revocation, "The type of a revocation list is not valid."),
        row(-67830, "errSecInvalidCRL", .revocation, "A revocation list is not valid."),
    ]

    private static let identities: [ErrorExplanation] = [
        row(
            -25300, "errSecItemNotFound", .clientCertificate, "An item of the keychain was not found.",
            causes: ["The client certificate that the app means to present is not in its keychain."]),
        row(
            -25308, "errSecInteractionNotAllowed", .clientCertificate, "The keychain must not be read now.",
            causes: ["The device was locked while the app needed its client certificate."]),
        row(
            -34018, "errSecMissingEntitlement", .clientCertificate, "The app lacks an entitlement for the keychain.",
            causes: ["The app, or the test without a host app, is not signed with the entitlement."]),
    ]
}
