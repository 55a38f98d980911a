import TransportSecurity

/// The error codes of loads that ATS, the trust evaluation or TLS refused.
///
/// Names follow `NSURLError.h`, `CFNetworkErrors.h`, `Security/SecureTransport.h` and `Security/SecBase.h`. If no
/// document says when a code occurs, the source is answers of Apple's developer support and published logs.
enum ErrorCatalogue {
    static let entries: [ErrorExplanation] = urlErrors + handshakeErrors + trustErrors + transportSecurityErrors

    private static let check = "Run atsproxy check URL; add --diagnose to see which exception would help."
    private static let trustRules: [RuleID] = RuleID.allCases.filter(\.isAboutTrust)
    private static let handshakeRules: [RuleID] = RuleID.allCases.filter { rule in
        rule.rawValue.hasPrefix("tls.") || rule.rawValue.hasPrefix("niap.") || rule == .tunnelVersion
            || rule == .tunnelCipher
    }

    private static let urlErrors: [ErrorExplanation] = [
        ErrorExplanation(
            -1022, "NSURLErrorAppTransportSecurityRequiresSecureConnection",
            "ATS blocked a load in cleartext before it left the device.",
            causes: [
                "The URL begins with http: (or ws:), and no exception permits cleartext for its host.",
                "A server redirected from https to http; each hop is judged on its own.",
                "The exception names another spelling of the host: a port, a wildcard, upper case, or no "
                    + "NSIncludesSubdomains.",
            ],
            advice: [
                "Change the URL to https.", "Run atsproxy policy explain --policy APP URL to see which key decides.",
            ], rules: [.cleartext, .tunnelCleartext]),
        ErrorExplanation(
            -1200, "NSURLErrorSecureConnectionFailed",
            "TLS could not be set up; under ATS a failure of trust ends in this code, too.",
            causes: [
                "The server offers no TLS 1.2, or no cipher suite that ATS accepts.",
                "The certificate fails under ATS: expired, not for this host, a weak key or signature, an untrusted "
                    + "root, missing Certificate Transparency.",
                "A key that NSPinnedDomains demands is missing.",
                "A proxy or firewall breaks the connection, or presents a certificate of its own.",
            ], advice: [check, "Look at the underlying code, such as -9802, in the error's user info."],
            rules: handshakeRules + trustRules),
        ErrorExplanation(
            -1201, "NSURLErrorServerCertificateHasBadDate",
            "A certificate is out of date, or the device's clock is wrong.",
            causes: ["The certificate, or one above it, has expired.", "The date of the device is wrong."],
            advice: [check], rules: [.certificateValidity]),
        ErrorExplanation(
            -1202, "NSURLErrorServerCertificateUntrusted",
            "The server's certificate is not trusted, where ATS leaves that to the app.",
            causes: [
                "The certificate does not name the host.", "It is self-signed, or its root is not trusted.",
                "The server does not send its intermediate certificates.",
            ],
            advice: [
                check, "An exception for cleartext only lets the app decide; without code of its own it still fails.",
            ], rules: trustRules),
        ErrorExplanation(
            -1203, "NSURLErrorServerCertificateHasUnknownRoot", "The certificate's root is not known to the device.",
            causes: [
                "A private CA whose root is not installed and fully trusted on the device.",
                "The server does not send its intermediate certificates.",
            ], advice: [check], rules: [.certificateTrust]),
        ErrorExplanation(
            -1204, "NSURLErrorServerCertificateNotYetValid", "A certificate is not valid yet, or the clock is slow.",
            causes: ["The certificate was issued for a later date.", "The date of the device is wrong."],
            advice: [check], rules: [.certificateValidity]),
        ErrorExplanation(
            -1205, "NSURLErrorClientCertificateRejected", "The server refused the client's certificate.",
            causes: ["The certificate that the app presented is expired, revoked or of another CA."],
            advice: ["Look at the server's log; ATS has no part in it."]),
        ErrorExplanation(
            -1206, "NSURLErrorClientCertificateRequired", "The server asks for a client certificate.",
            causes: ["The app presented none."], advice: ["Answer the challenge for a client certificate in the app."]),
    ]

    private static let handshakeErrors: [ErrorExplanation] = [
        ErrorExplanation(
            -9801, "errSSLNegotiation", "Client and server have no cipher suite in common.",
            causes: ["The server offers only suites without ECDHE, or older ones."], advice: [check],
            rules: handshakeRules),
        ErrorExplanation(
            -9802, "errSSLFatalAlert", "The TLS connection was ended by a fatal alert; what ATS refuses often ends so.",
            causes: [
                "ATS found fault with version, suite or certificate; the code does not say which.",
                "The server refused the hello: no version or suite in common, or a name that it does not serve.",
                "A pinned key is missing.",
            ], advice: [check], rules: handshakeRules + trustRules),
        ErrorExplanation(
            -9805, "errSSLClosedGraceful", "The server closed the connection during the handshake.",
            causes: ["It does not serve this name or port, or does not like the hello."], advice: [check],
            rules: [.tlsHandshake]),
        ErrorExplanation(
            -9806, "errSSLClosedAbort", "The connection was broken off during the handshake.",
            causes: ["The server, or something on the way, reset the connection."], advice: [check],
            rules: [.tlsHandshake]),
        ErrorExplanation(
            -9824, "errSSLPeerHandshakeFail", "The server sent the alert handshake_failure.",
            causes: ["No cipher suite, group or signature scheme in common.", "It asks for a client certificate."],
            advice: [check], rules: handshakeRules),
        ErrorExplanation(
            -9836, "errSSLPeerProtocolVersion", "The server sent the alert protocol_version.",
            causes: ["It speaks only TLS 1.1 or older."], advice: [check], rules: [.tlsVersion]),
        ErrorExplanation(
            -9838, "errSSLPeerInternalError", "The server sent the alert internal_error.",
            causes: ["A fault of the server's configuration, often of its certificate for this name."], advice: [check],
            rules: [.tlsHandshake]),
        ErrorExplanation(
            -9847, "errSSLDecryptionFail", "A record could not be decrypted.",
            causes: ["Something on the way changed bytes."], advice: [check]),
    ]

    private static let trustErrors: [ErrorExplanation] = [
        ErrorExplanation(
            -9807, "errSSLXCertChainInvalid", "The certificate chain is not valid.",
            causes: ["A signature or a constraint in it does not hold, or it is not trusted."], advice: [check],
            rules: trustRules),
        ErrorExplanation(
            -9808, "errSSLBadCert", "A certificate cannot be read.", causes: ["It is malformed."], advice: [check],
            rules: [.certificateTrust]),
        ErrorExplanation(
            -9812, "errSSLUnknownRootCert", "The chain is valid, but its root is not trusted.",
            causes: ["A private or removed CA."], advice: [check], rules: [.certificateTrust]),
        ErrorExplanation(
            -9813, "errSSLNoRootCert", "The chain has no root.",
            causes: ["The server does not send its intermediate certificates.", "A private CA."], advice: [check],
            rules: [.certificateTrust]),
        ErrorExplanation(
            -9814, "errSSLCertExpired", "A certificate of the chain has expired.", causes: ["It was not renewed."],
            advice: [check], rules: [.certificateValidity]),
        ErrorExplanation(
            -9815, "errSSLCertNotYetValid", "A certificate of the chain is not valid yet.",
            causes: ["The clock of the device, or of the CA."], advice: [check], rules: [.certificateValidity]),
        ErrorExplanation(
            -9843, "errSSLHostNameMismatch", "The certificate does not name the host.",
            causes: ["No subjectAltName matches; a commonName does not count since iOS 13."], advice: [check],
            rules: [.certificateHostname]),
    ]

    /// Codes of `base/SecBase.h`.
    private static let transportSecurityErrors: [ErrorExplanation] = [
        ErrorExplanation(
            -9880, "errSSLATSViolation", "ATS is violated, in a way that has no code of its own.",
            causes: ["A demand of NSRequiresNIAPTLSPackageVersion."], advice: [check],
            rules: [.niapCipher, .niapSignature, .niapExtendedMasterSecret]),
        ErrorExplanation(
            -9881, "errSSLATSMinimumVersionViolation", "The TLS version is older than the policy permits.",
            causes: ["The server offers nothing newer than TLS 1.1."], advice: [check],
            rules: [.tlsVersion, .tunnelVersion]),
        ErrorExplanation(
            -9882, "errSSLATSCiphersuiteViolation", "The cipher suite is not one that ATS accepts.",
            causes: ["The server agrees only to suites without forward secrecy, or to outdated ones."], advice: [check],
            rules: [.tlsCipher, .tlsForwardSecrecy, .tunnelCipher]),
        ErrorExplanation(
            -9883, "errSSLATSMinimumKeySizeViolation", "The key of a certificate is too small.",
            causes: ["RSA below 2048 bits, or an elliptic curve below 256."], advice: [check],
            rules: [.certificateKeySize]),
        ErrorExplanation(
            -9884, "errSSLATSLeafCertificateHashAlgorithmViolation", "The server's certificate is signed too weakly.",
            causes: ["SHA-1 or older."], advice: [check], rules: [.certificateSignature]),
        ErrorExplanation(
            -9885, "errSSLATSCertificateHashAlgorithmViolation", "A certificate of the chain is signed too weakly.",
            causes: ["SHA-1 or older in an intermediate certificate."], advice: [check], rules: [.certificateSignature]),
        ErrorExplanation(
            -9886, "errSSLATSCertificateTrustViolation", "The system's trust evaluation failed under ATS.",
            causes: ["Any fault of the certificates: date, name, root, usage, lifetime, transparency, revocation."],
            advice: [check], rules: trustRules),
    ]
}
