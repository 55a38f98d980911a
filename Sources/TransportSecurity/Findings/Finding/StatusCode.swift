/// The codes below a failed load that apps and logs show (`CFNetworkErrors.h`, `base/SecBase.h`).
///
/// Apple's codes -9880 to -9886 name violations of ATS inside the TLS library. No public report of an app has one, so
/// they are not among these.
public enum StatusCode: Int, CaseIterable, Sendable {
    /// `kCFURLErrorAppTransportSecurityRequiresSecureConnection`.
    case requiresSecureConnection = -1022
    /// `errSSLFatalAlert`: the client itself ended the handshake, as it does for trust and pins under ATS.
    case fatalAlert = -9802
    /// `errSSLClosedAbort`.
    case closedAbort = -9806
    /// `errSSLXCertChainInvalid`.
    case certificateChainInvalid = -9807
    /// `errSSLNoRootCert`.
    case noRootCertificate = -9813
    /// `errSSLCertExpired`.
    case certificateExpired = -9814
    /// `errSSLHostNameMismatch`.
    case hostNameMismatch = -9843

    // The alerts of the server, in the order of their numbers.
    case peerUnexpectedMessage = -9819
    case peerBadRecordMac = -9820
    case peerDecryptionFailed = -9821
    case peerRecordOverflow = -9822
    case peerDecompressionFailure = -9823
    case peerHandshakeFailure = -9824
    case peerBadCertificate = -9825
    case peerUnsupportedCertificate = -9826
    case peerCertificateRevoked = -9827
    case peerCertificateExpired = -9828
    case peerCertificateUnknown = -9829
    case illegalParameter = -9830
    case peerUnknownCA = -9831
    case peerAccessDenied = -9832
    case peerDecodeError = -9833
    case peerDecryptError = -9834
    case peerExportRestriction = -9835
    case peerProtocolVersion = -9836
    case peerInsufficientSecurity = -9837
    case peerInternalError = -9838
    case peerUserCancelled = -9839
    case peerNoRenegotiation = -9840
    case unsupportedExtension = -9855
    case inappropriateFallback = -9860
    case missingExtension = -9861
    case badCertificateStatusResponse = -9862
    case certificateRequired = -9863
    case unknownPSKIdentity = -9864
    case unrecognizedName = -9865
}

extension StatusCode {
    /// Creates the code of a fatal alert of the server (RFC 8446 §6); nil if Apple's headers have none for it.
    public init?(alert: UInt8) {
        guard let known = Self.alerts[alert] else { return nil }
        self = known
    }

    /// The names of Apple's codes are those of the alerts, and their order is that of the numbers.
    private static let alerts: [UInt8: StatusCode] = [
        10: .peerUnexpectedMessage, 20: .peerBadRecordMac, 21: .peerDecryptionFailed, 22: .peerRecordOverflow,
        30: .peerDecompressionFailure, 40: .peerHandshakeFailure, 42: .peerBadCertificate,
        43: .peerUnsupportedCertificate, 44: .peerCertificateRevoked, 45: .peerCertificateExpired,
        46: .peerCertificateUnknown, 47: .illegalParameter, 48: .peerUnknownCA, 49: .peerAccessDenied,
        50: .peerDecodeError, 51: .peerDecryptError, 60: .peerExportRestriction, 70: .peerProtocolVersion,
        71: .peerInsufficientSecurity, 80: .peerInternalError, 86: .inappropriateFallback, 90: .peerUserCancelled,
        100: .peerNoRenegotiation, 109: .missingExtension, 110: .unsupportedExtension, 112: .unrecognizedName,
        113: .badCertificateStatusResponse, 115: .unknownPSKIdentity, 116: .certificateRequired,
    ]
}
