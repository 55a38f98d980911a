/// Codes of `NSURLErrorDomain` for loads that ATS or the default trust evaluation refuses.
public enum URLErrorCode: Int, Sendable {
    /// `appTransportSecurityRequiresSecureConnection`.
    case requiresSecureConnection = -1022
    /// `secureConnectionFailed`, also for a trust failure under ATS.
    case secureConnectionFailed = -1200
    /// `serverCertificateHasBadDate`.
    case certificateHasBadDate = -1201
    /// `serverCertificateUntrusted`.
    case certificateUntrusted = -1202
    /// `serverCertificateHasUnknownRoot`.
    case certificateHasUnknownRoot = -1203
    /// `serverCertificateNotYetValid`.
    case certificateNotYetValid = -1204

    /// The system's English text for the code.
    public var text: String {
        switch self {
        case .requiresSecureConnection:
            return "The resource could not be loaded because the App Transport Security policy requires the use "
                + "of a secure connection."
        case .secureConnectionFailed:
            return "An SSL error has occurred and a secure connection to the server cannot be made."
        case .certificateHasBadDate, .certificateUntrusted, .certificateHasUnknownRoot:
            return "The certificate for this server is invalid."
        case .certificateNotYetValid:
            return "The certificate for this server is not yet valid."
        }
    }
}
