import TransportSecurity

/// The errors of TLS, in `kCFStreamErrorDomainSSL` (3) and `NSOSStatusErrorDomain`.
///
/// Source: libsecurity_ssl's `SecureTransport.h` up to `-9851` and `base/SecBase.h` of Apple's Security project up to
/// `-9890`. All published codes of that range are here; the numbers between have no name.
enum HandshakeErrorTable {
    static let entries: [ErrorExplanation] = protocolErrors + certificateErrors + alerts + later + transportSecurity

    private static func row(
        _ code: Int, _ name: String, _ kind: ErrorKind, _ meaning: String, causes: [String]? = nil,
        rules: [RuleID]? = nil
    ) -> ErrorExplanation {
        ErrorExplanation(.connection, code, name, kind, meaning, causes: causes, rules: rules)
    }

    private static let protocolErrors: [ErrorExplanation] = [
        row(-9800, "errSSLProtocol", .corrupted, "The server broke the rules of TLS."),
        row(
            -9801, "errSSLNegotiation", .agreement, "Client and server have no cipher suite in common.",
            causes: ["The server offers only suites without ECDHE, or older ones."]),
        row(
            -9802, "errSSLFatalAlert", .secureConnection,
            "The TLS connection was ended by a fatal alert; what ATS refuses often ends so.",
            causes: [
                "ATS found fault with version, suite or certificate; the code does not say which.",
                "The server refused the hello: no version or suite in common, or a name that it does not serve.",
                "A pinned key is missing.",
            ]),
        row(-9803, "errSSLWouldBlock", .program, "The connection waits for bytes, which is no failure."),
        row(-9804, "errSSLSessionNotFound", .program, "An earlier session cannot be resumed."),
        row(-9805, "errSSLClosedGraceful", .closed, "The server closed the connection during the handshake."),
        row(-9806, "errSSLClosedAbort", .closed, "The connection was broken off during the handshake."),
        row(-9809, "errSSLCrypto", .corrupted, "A cryptographic operation failed."),
        row(-9810, "errSSLInternal", .corrupted, "TLS failed for a reason of its own."),
        row(-9811, "errSSLModuleAttach", .program, "A module of the system could not be loaded."),
        row(
            -9816, "errSSLClosedNoNotify", .closed,
            "The server closed the connection without the notification that TLS asks for.",
            causes: [
                "The server, a load balancer or a firewall cut the connection, during the handshake or after it.",
                "The network of the device filters the name in the hello.",
            ]),
        row(-9817, "errSSLBufferOverflow", .program, "A buffer is too small."),
        row(-9818, "errSSLBadCipherSuite", .agreement, "The server chose a cipher suite that was not offered."),
        row(-9830, "errSSLIllegalParam", .corrupted, "A message of the handshake has a wrong parameter."),
        row(-9841, "errSSLPeerAuthCompleted", .program, "The server's certificate was received, which is no failure."),
        row(-9842, "errSSLClientCertRequested", .clientCertificate, "The server asks for a client certificate."),
        row(-9844, "errSSLConnectionRefused", .closed, "The server refused the connection."),
        row(-9845, "errSSLDecryptionFail", .corrupted, "A record could not be decrypted."),
        row(-9846, "errSSLBadRecordMac", .corrupted, "The integrity check of a record failed."),
        row(-9847, "errSSLRecordOverflow", .corrupted, "A record is longer than TLS permits."),
        row(-9848, "errSSLBadConfiguration", .program, "The app configured TLS in a way that cannot work."),
        row(-9849, "errSSLUnexpectedRecord", .corrupted, "A record was skipped or not expected."),
        row(
            -9850, "errSSLWeakPeerEphemeralDHKey", .agreement, "The server's temporary Diffie-Hellman key is too weak.",
            causes: ["The server exchanges keys by DHE with 512 or 768 bits."]),
        row(-9851, "errSSLClientHelloReceived", .program, "A hello was received, which is no failure."),
    ]

    private static let certificateErrors: [ErrorExplanation] = [
        row(
            -9807, "errSSLXCertChainInvalid", .trust, "The certificate chain is not valid.",
            causes: ["A signature or a constraint in it does not hold, or it is not trusted."]),
        row(-9808, "errSSLBadCert", .malformed, "A certificate cannot be read."),
        row(
            -9812, "errSSLUnknownRootCert", .root, "The chain is valid, but its root is not trusted.",
            causes: ["A private or removed CA."]),
        row(
            -9813, "errSSLNoRootCert", .root, "The chain has no root.",
            causes: ["The server does not send its intermediate certificates.", "A private CA."]),
        row(-9814, "errSSLCertExpired", .date, "A certificate of the chain has expired."),
        row(-9815, "errSSLCertNotYetValid", .date, "A certificate of the chain is not valid yet."),
        row(-9843, "errSSLHostNameMismatch", .hostname, "The certificate does not name the host."),
    ]

    /// Alerts that the server sent.
    private static let alerts: [ErrorExplanation] = [
        row(-9819, "errSSLPeerUnexpectedMsg", .serverAlert, "The server sent the alert unexpected_message."),
        row(-9820, "errSSLPeerBadRecordMac", .corrupted, "The server sent the alert bad_record_mac."),
        row(-9821, "errSSLPeerDecryptionFail", .corrupted, "The server sent the alert decryption_failed."),
        row(-9822, "errSSLPeerRecordOverflow", .corrupted, "The server sent the alert record_overflow."),
        row(-9823, "errSSLPeerDecompressFail", .corrupted, "The server sent the alert decompression_failure."),
        row(
            -9824, "errSSLPeerHandshakeFail", .serverAlert, "The server sent the alert handshake_failure.",
            causes: ["No cipher suite, group or signature scheme in common.", "It asks for a client certificate."]),
        row(-9825, "errSSLPeerBadCert", .clientCertificate, "The server sent the alert bad_certificate."),
        row(
            -9826, "errSSLPeerUnsupportedCert", .clientCertificate,
            "The server sent the alert unsupported_certificate."),
        row(-9827, "errSSLPeerCertRevoked", .clientCertificate, "The server sent the alert certificate_revoked."),
        row(-9828, "errSSLPeerCertExpired", .clientCertificate, "The server sent the alert certificate_expired."),
        row(-9829, "errSSLPeerCertUnknown", .clientCertificate, "The server sent the alert certificate_unknown."),
        row(-9831, "errSSLPeerUnknownCA", .clientCertificate, "The server sent the alert unknown_ca."),
        row(-9832, "errSSLPeerAccessDenied", .clientCertificate, "The server sent the alert access_denied."),
        row(-9833, "errSSLPeerDecodeError", .serverAlert, "The server sent the alert decode_error."),
        row(-9834, "errSSLPeerDecryptError", .serverAlert, "The server sent the alert decrypt_error."),
        row(-9835, "errSSLPeerExportRestriction", .serverAlert, "The server sent the alert export_restriction."),
        row(
            -9836, "errSSLPeerProtocolVersion", .serverAlert, "The server sent the alert protocol_version.",
            causes: ["It speaks only TLS 1.1 or older."], rules: [.tlsVersion]),
        row(
            -9837, "errSSLPeerInsufficientSecurity", .serverAlert, "The server sent the alert insufficient_security.",
            causes: ["The server demands stronger cipher suites than the client offers."]),
        row(
            -9838, "errSSLPeerInternalError", .closed, "The server sent the alert internal_error.",
            causes: ["A fault of the server's configuration, often of its certificate for this name."]),
        row(-9839, "errSSLPeerUserCancelled", .closed, "The server sent the alert user_canceled."),
        row(-9840, "errSSLPeerNoRenegotiation", .closed, "The server sent the alert no_renegotiation."),
    ]

    private static let later: [ErrorExplanation] = [
        row(-9852, "errSSLTransportReset", .closed, "The connection was reset or shut down."),
        row(-9853, "errSSLNetworkTimeout", .unreachable, "The network timed out."),
        row(-9854, "errSSLConfigurationFailed", .program, "TLS could not be configured."),
        row(-9855, "errSSLUnsupportedExtension", .corrupted, "The server sent an extension that was not offered."),
        row(-9856, "errSSLUnexpectedMessage", .corrupted, "The server sent a message that was not expected."),
        row(-9857, "errSSLDecompressFail", .corrupted, "A record could not be decompressed."),
        row(
            -9858, "errSSLHandshakeFail", .agreement, "The handshake failed.",
            causes: [
                "Version, cipher suite or group are not what the client accepts.",
                "Under load, a server ended the handshake in its midst.",
            ]),
        row(-9859, "errSSLDecodeError", .corrupted, "A message of the server cannot be decoded."),
        row(
            -9860, "errSSLInappropriateFallback", .agreement,
            "The client fell back to an older version than the server supports.",
            causes: ["A first attempt with a newer version was disturbed on the way."]),
        row(-9861, "errSSLMissingExtension", .corrupted, "An extension that TLS demands is missing."),
        row(
            -9862, "errSSLBadCertificateStatusResponse", .revocation, "The OCSP response of the server is wrong.",
            causes: ["The server staples an OCSP response that is outdated or of another certificate."]),
        row(-9863, "errSSLCertificateRequired", .clientCertificate, "The server demands a client certificate."),
        row(-9864, "errSSLUnknownPSKIdentity", .serverAlert, "The server does not know the pre-shared key."),
        row(
            -9865, "errSSLUnrecognizedName", .closed, "The server does not serve the name in the hello.",
            causes: ["The name is not configured at the server, or the address is that of another server."]),
        row(-9890, "errSSLEarlyDataRejected", .program, "The server did not accept early data, which is sent again."),
    ]

    /// The codes of the TLS library for violations of ATS. No public report of an app has one.
    private static let transportSecurity: [ErrorExplanation] = [
        row(
            -9880, "errSSLATSViolation", .agreement, "ATS is violated, in a way that has no code of its own.",
            causes: ["A demand of NSRequiresNIAPTLSPackageVersion."],
            rules: [.niapCipher, .niapSignature, .niapExtendedMasterSecret]),
        row(
            -9881, "errSSLATSMinimumVersionViolation", .agreement, "The TLS version is older than the policy permits.",
            causes: ["The server offers nothing newer than TLS 1.1."], rules: [.tlsVersion, .tunnelVersion]),
        row(
            -9882, "errSSLATSCiphersuiteViolation", .agreement, "The cipher suite is not one that ATS accepts.",
            causes: ["The server agrees only to suites without forward secrecy, or to outdated ones."],
            rules: [.tlsCipher, .tlsForwardSecrecy, .tunnelCipher]),
        row(-9883, "errSSLATSMinimumKeySizeViolation", .keySize, "The key of a certificate is too small."),
        row(
            -9884, "errSSLATSLeafCertificateHashAlgorithmViolation", .signature,
            "The server's certificate is signed too weakly.", causes: ["SHA-1 or older."]),
        row(
            -9885, "errSSLATSCertificateHashAlgorithmViolation", .signature,
            "A certificate of the chain is signed too weakly.",
            causes: ["SHA-1 or older in an intermediate certificate."]),
        row(
            -9886, "errSSLATSCertificateTrustViolation", .trust, "The system's trust evaluation failed under ATS.",
            causes: ["Any fault of the certificates: date, name, root, usage, lifetime, transparency, revocation."]),
    ].map { row in
        var row = row
        row.meaning += " Logs of the TLS library have this code; apps are known to see -1200 with another one below it."
        return row
    }
}
