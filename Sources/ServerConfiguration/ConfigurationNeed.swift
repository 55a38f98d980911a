import TransportSecurity

/// A demand on a server that its configuration may meet. `ServerSoftware` has lines for each.
enum ConfigurationNeed: Hashable {
    /// TLS on a port.
    case listener(port: UInt16)
    /// TLS 1.2 and TLS 1.3.
    case protocols
    /// Cipher suites with ECDHE and AES-GCM for the key of the server.
    case cipherSuites(KeyKind)
    /// Groups for the key exchange that Apple's systems offer.
    case groups
    /// Signatures of the handshake with SHA-256.
    case signatures
    /// Extended Master Secret (RFC 7627), or TLS 1.3, which has the same property.
    case extendedMasterSecret
    /// The certificates of the issuers after the server's own, on a port.
    case chain(port: UInt16)

    /// Whether nginx and Apache take the lines from the default server of the port, since they are needed before the
    /// name of the site is known.
    var isOfDefaultServer: Bool {
        switch self {
        case .protocols, .groups, .extendedMasterSecret: true
        case .listener, .cipherSuites, .signatures, .chain: false
        }
    }

    /// Whether the need is TLS on a port. Its lines are added, while those of other needs replace present lines.
    var isListener: Bool {
        switch self {
        case .listener: true
        case .protocols, .cipherSuites, .groups, .signatures, .extendedMasterSecret, .chain: false
        }
    }
}

/// The kind of a server's key, which decides about the cipher suites up to TLS 1.2.
enum KeyKind: Hashable {
    case rsa
    case ellipticCurve
    /// The key is not known, or of a kind that Apple's systems do not accept.
    case unknown

    /// Creates the kind of the key of a server's certificate; `unknown` without a certificate.
    init(_ leaf: Certificate?) {
        switch leaf?.key {
        case .rsa: self = .rsa
        case .ellipticCurve: self = .ellipticCurve
        case .other, nil: self = .unknown
        }
    }

    /// The suites by the names of OpenSSL.
    var openSSLSuites: String {
        authentications.flatMap { ["ECDHE-\($0)-AES128-GCM-SHA256", "ECDHE-\($0)-AES256-GCM-SHA384"] }
            .joined(separator: ":")
    }

    /// The suites by their registered names, in the order of preference.
    var registeredSuites: [String] {
        authentications.flatMap {
            ["TLS_ECDHE_\($0)_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_\($0)_WITH_AES_256_GCM_SHA384"]
        }
    }

    private var authentications: [String] {
        switch self {
        case .rsa: return ["RSA"]
        case .ellipticCurve: return ["ECDSA"]
        case .unknown: return ["ECDSA", "RSA"]
        }
    }
}
