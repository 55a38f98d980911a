import InternetNames

/// The error that an app gets for a load that fails.
public struct LoadError: Hashable, Sendable {
    /// The code in `NSURLErrorDomain`.
    public var code: URLErrorCode
    /// The code below it (`_kCFStreamErrorCodeKey`); nil if public reports have none for such a failure.
    public var status: StatusCode?
    /// The system's English text.
    public var text: String

    /// Creates an error with these parts.
    public init(code: URLErrorCode, status: StatusCode?, text: String) {
        self.code = code
        self.status = status
        self.text = text
    }

    /// The failure of a load, as far as the system tells such failures apart.
    enum Failure: Hashable {
        /// The load uses cleartext.
        case cleartext
        /// The server has no version that the hello offers.
        case version
        /// The server has no cipher suite that the hello offers.
        case cipherSuite
        /// A demand of FCP_v2.1.
        case package
        /// The handshake failed; nil if how is not known.
        case handshake(HandshakeFailure?)
        /// The certificates fail.
        case trust(Trust)
    }

    /// Failures of trust with a code of their own where ATS leaves them to the app.
    enum Trust: Hashable {
        /// No path leads to a trusted root.
        case root
        /// A signature or a constraint of the chain does not hold.
        case chain
        /// A certificate has expired.
        case expired
        /// The certificate does not name the host.
        case hostname
        /// All else, for which public reports show no code.
        case other
    }
}

extension Requirements {
    /// The error that an app gets for the failure.
    func error(of failure: LoadError.Failure) -> LoadError {
        let (code, status) = codes(of: failure)
        return LoadError(code: code, status: status, text: code.text(on: os, host: host))
    }

    /// Servers answer an unknown version with the alert `protocol_version`, and a hello without a common suite with
    /// `handshake_failure` (RFC 8446 §6.2).
    private func codes(of failure: LoadError.Failure) -> (URLErrorCode, StatusCode?) {
        switch failure {
        case .cleartext: return (.requiresSecureConnection, .requiresSecureConnection)
        case .version: return (.secureConnectionFailed, .peerProtocolVersion)
        case .cipherSuite: return (.secureConnectionFailed, .peerHandshakeFailure)
        case .package: return (.secureConnectionFailed, nil)
        case .handshake(let failure): return (.secureConnectionFailed, failure.flatMap(status))
        case .trust(let failure):
            return trustIsOverridable
                ? (.certificateUntrusted, status(of: failure)) : (.secureConnectionFailed, .fatalAlert)
        }
    }

    private func status(of failure: HandshakeFailure) -> StatusCode? {
        switch failure {
        case .alert(let number): return StatusCode(alert: number)
        case .closed: return .closedAbort
        case .notTLS, .malformed, .timedOut: return nil
        }
    }

    private func status(of failure: LoadError.Trust) -> StatusCode? {
        switch failure {
        case .root: return .noRootCertificate
        case .chain: return .certificateChainInvalid
        case .expired: return .certificateExpired
        case .hostname: return .hostNameMismatch
        case .other: return nil
        }
    }
}

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
