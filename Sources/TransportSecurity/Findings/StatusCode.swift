/// Apple's codes for violations of rules (`base/SecBase.h`, `CFNetworkErrors.h`).
public enum StatusCode: Int, Sendable {
    /// `kCFURLErrorAppTransportSecurityRequiresSecureConnection`.
    case requiresSecureConnection = -1022
    /// `errSSLFatalAlert`, the typical code of a refused handshake.
    case handshakeFailed = -9802
    /// `errSSLATSViolation`.
    case violation = -9880
    /// `errSSLATSMinimumVersionViolation`.
    case minimumVersion = -9881
    /// `errSSLATSCiphersuiteViolation`.
    case cipherSuite = -9882
    /// `errSSLATSMinimumKeySizeViolation`.
    case minimumKeySize = -9883
    /// `errSSLATSLeafCertificateHashAlgorithmViolation`.
    case leafHashAlgorithm = -9884
    /// `errSSLATSCertificateHashAlgorithmViolation`.
    case certificateHashAlgorithm = -9885
    /// `errSSLATSCertificateTrustViolation`.
    case certificateTrust = -9886
}
