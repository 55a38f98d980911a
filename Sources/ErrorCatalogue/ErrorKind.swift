import TransportSecurity

/// A group of errors with the same causes and the same fix. The raw value is its name in `config/data/errors.txt`.
enum ErrorKind: String {
    /// The request, or the use of the interface, is wrong.
    case program
    /// The app or the system ended the load.
    case cancelled
    /// The device has no network.
    case offline
    /// The name of the host cannot be resolved.
    case lookup
    /// The server cannot be connected to.
    case unreachable
    /// The server's response cannot be used.
    case response
    /// A file of the device cannot be loaded.
    case file
    /// ATS permits no cleartext.
    case cleartext
    /// A proxy did not open the way to the server.
    case proxy
    /// The load failed because of TLS, of trust or of ATS; the code does not say which.
    case secureConnection
    /// Client and server do not agree on version, cipher suite or key exchange.
    case agreement
    /// The connection ended during the handshake.
    case closed
    /// A message of the handshake could not be read.
    case corrupted
    /// The server refused the handshake.
    case serverAlert
    /// The server refused, or misses, the certificate of the client.
    case clientCertificate
    /// The certificates are not trusted.
    case trust
    /// The root is not trusted, or the path to it is incomplete.
    case root
    /// A certificate is out of date.
    case date
    /// The certificate does not name the host.
    case hostname
    /// A key is too small.
    case keySize
    /// A signature is too weak or wrong.
    case signature
    /// A certificate must not be used for a server.
    case usage
    /// A certificate is valid for too long.
    case lifetime
    /// A certificate was revoked, or that cannot be found out.
    case revocation
    /// A certificate cannot be read.
    case malformed

    /// Possible causes, most likely first.
    var causes: [String] {
        switch self {
        case .program: return ["The app uses the interface in a way that it does not permit."]
        case .cancelled: return ["The app cancelled the task, or its delegate refused an authentication challenge."]
        case .offline: return ["The device has no network, or the app must not use it."]
        case .lookup: return ["The name is misspelt, or the DNS server does not know it."]
        case .unreachable:
            return ["The server does not run, or listens on another port.", "A firewall drops the connection."]
        case .response: return ["The server, or something on the way, sends what is not valid HTTP."]
        case .file: return ["The file is missing, or the app must not use it."]
        case .cleartext: return ["The URL begins with http: (or ws:), and no exception permits cleartext for its host."]
        case .proxy:
            return [
                "The proxy refused the load; atsproxy does so in --mode enforce for what ATS would block.",
                "The proxy does not run, or the device has the wrong address of it.",
            ]
        case .secureConnection:
            return ["Version, cipher suite or certificate are not what ATS demands.", "The server refused the hello."]
        case .agreement: return ["The server offers only versions, cipher suites or groups that the client refuses."]
        case .closed:
            return [
                "The server does not serve this name or port, or does not accept the hello.",
                "Something on the way ended the connection.",
            ]
        case .corrupted:
            return ["The server's TLS is faulty, or the port speaks no TLS.", "Something on the way changed bytes."]
        case .serverAlert: return ["The server accepts nothing of what the client offers, or does not know the name."]
        case .clientCertificate: return ["The server asks for a client certificate, and accepts none that it got."]
        case .trust: return ["A certificate of the chain is faulty, or its root is not trusted."]
        case .root: return ["A private CA.", "The server does not send its intermediate certificates."]
        case .date: return ["A certificate was not renewed.", "The date of the device is wrong."]
        case .hostname:
            return ["No subjectAltName of the certificate matches; a commonName does not count since iOS 13."]
        case .keySize: return ["RSA below 2048 bits, or an elliptic curve below 256."]
        case .signature: return ["SHA-1 or older in a certificate of the chain, or a damaged certificate."]
        case .usage: return ["The certificate is not for servers, or an issuer in the chain is no CA."]
        case .lifetime: return ["The certificate is valid for more than 825 days, or more than 398 under a public CA."]
        case .revocation: return ["The CA revoked a certificate, or its revocation service does not work."]
        case .malformed: return ["A certificate of the chain is damaged or not encoded as it should be."]
        }
    }

    /// Steps to find or remove the cause.
    var advice: [String] {
        switch self {
        case .program: return ["Correct the request in the app; ATS has no part in it."]
        case .cancelled:
            return ["Look for cancel() and for the answer to authentication challenges; pinning libraries cancel so."]
        case .offline: return ["Connect the device, and allow the app to use that network."]
        case .lookup: return ["Check the spelling of the host, and the DNS of the device."]
        case .unreachable: return ["Try the host and the port from the device's own network."]
        case .response: return ["Look at the server's log; ATS has no part in it."]
        case .file: return ["Check the path and the permissions of the file in the app; ATS has no part in it."]
        case .cleartext:
            return [
                "Change the URL to https.", "Run atsproxy policy explain --policy APP URL to see which key decides.",
            ]
        case .proxy: return ["Look at what atsproxy says about the load on its terminal, or run atsproxy report."]
        case .secureConnection, .agreement, .closed, .corrupted, .serverAlert, .trust, .root, .date, .hostname,
            .keySize, .signature, .usage, .lifetime, .revocation, .malformed:
            return ["Run atsproxy check URL; add --diagnose to see which exception would help."]
        case .clientCertificate:
            return ["Answer the challenge for a client certificate in the app; ATS has no part in it."]
        }
    }

    /// The rules whose violations lead to these errors.
    var rules: [RuleID] {
        switch self {
        case .program, .cancelled, .offline, .lookup, .unreachable, .response, .file, .clientCertificate: return []
        case .cleartext: return [.cleartext, .tunnelCleartext]
        case .secureConnection, .proxy: return Self.handshakeRules + Self.trustRules
        case .agreement, .serverAlert: return Self.handshakeRules
        case .closed, .corrupted: return [.tlsHandshake]
        case .trust: return Self.trustRules
        case .root, .malformed: return [.certificateTrust]
        case .date: return [.certificateValidity]
        case .hostname: return [.certificateHostname]
        case .keySize: return [.certificateKeySize]
        // An invalid path, such as one with a CA that may not issue, is a matter of trust here.
        case .signature: return [.certificateSignature, .certificateTrust]
        case .usage: return [.certificateUsage, .certificateTrust]
        case .lifetime: return [.certificateLifetime]
        case .revocation: return [.certificateRevoked]
        }
    }

    private static let trustRules: [RuleID] = RuleID.allCases.filter(\.isAboutTrust)
    /// The rules about version, cipher suite and key exchange.
    private static let handshakeRules: [RuleID] = RuleID.allCases.filter { rule in
        rule.rawValue.hasPrefix("tls.") || rule.rawValue.hasPrefix("niap.") || rule == .tunnelVersion
            || rule == .tunnelCipher
    }
}

extension ErrorExplanation {
    /// Creates an explanation with the causes, advice and rules of a kind, unless others are given.
    init(
        layer: Layer, code: Int?, name: String, kind: ErrorKind, meaning: String, causes: [String]? = nil,
        advice: [String]? = nil, rules: [RuleID]? = nil
    ) {
        self.init(
            code: code, name: name, layer: layer, meaning: meaning, causes: causes ?? kind.causes,
            advice: advice ?? kind.advice, rules: rules ?? kind.rules)
    }
}
