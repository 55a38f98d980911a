import InternetNames

/// Codes of `NSURLErrorDomain` for loads that ATS or the default trust evaluation refuses.
public enum URLErrorCode: Int, CaseIterable, Sendable {
    /// `appTransportSecurityRequiresSecureConnection`.
    case requiresSecureConnection = -1022
    /// `secureConnectionFailed`, also for a failure of trust under ATS.
    case secureConnectionFailed = -1200
    /// `serverCertificateUntrusted`: any failure of trust where ATS leaves it to the app. Public reports of expired,
    /// unknown and misnamed certificates all have this code; none has -1201, -1203 or -1204.
    case certificateUntrusted = -1202

    /// The system's English text for a load from the host.
    public func text(on os: OSVersion, host: Host) -> String {
        switch self {
        case .requiresSecureConnection:
            return "The resource could not be loaded because the App Transport Security policy requires the use "
                + "of a secure connection."
        case .secureConnectionFailed:
            return os.saysTLSError
                ? "A TLS error caused the secure connection to fail."
                : "An SSL error has occurred and a secure connection to the server cannot be made."
        case .certificateUntrusted:
            return "The certificate for this server is invalid. You might be connecting to a server that is pretending "
                + "to be “\(host)” which could put your confidential information at risk."
        }
    }
}
