import InternetNames

extension Finding {
    /// The fault, as a clause for a line that already names the host, such as `expired on 2025-03-01`.
    ///
    /// Shorter than `message`, and made of the values that every recording has, old ones included. Text of servers and
    /// certificates in it is not escaped, and its length has no limit except those of `expected` and `actual`.
    public var briefReason: String {
        switch rule {
        case .cleartext: return "cleartext; the policy does not permit it"
        case .tunnelCleartext: return cleartextInTunnel
        case .tlsVersion where actual == TLSVersion.ssl3.name:
            return "the server offers nothing newer than \(prose(actual)), which no Apple system speaks"
        case .tlsVersion: return "the policy asks for \(prose(expected)), the server offers \(prose(actual))"
        case .tlsCipher: return "no cipher suite of the server is accepted; it chose \(actual)"
        case .tlsForwardSecrecy: return "no forward secrecy; the server chose \(actual)"
        case .tlsHandshake: return handshakeFault
        case .certificateTrust: return "not trusted: \(first)"
        case .certificateValidity: return dates
        case .certificateHostname: return names
        case .certificateKeySize: return "\(first); \(expected) is required"
        case .certificateSignature: return "\(first), which is too weak"
        case .certificateUsage: return "not for TLS servers: \(first)"
        case .certificateLifetime: return "the certificate is valid for \(actual); \(expected) are accepted"
        case .certificateRevoked: return actual.isEmpty ? "revoked" : actual
        case .certificateTransparency: return timestamps
        case .certificatePin: return "not the keys that NSPinnedDomains demands"
        case .niapCipher: return "FCP_v2.1 has no cipher suite of the server, which chose \(actual)"
        case .niapSignature: return "a signature that FCP_v2.1 does not offer"
        case .niapExtendedMasterSecret: return "no Extended Master Secret, which FCP_v2.1 demands"
        case .tunnelVersion: return "the policy asks for \(prose(expected)), the client got \(prose(actual))"
        case .tunnelCipher: return "the client got the cipher suite \(actual), which the policy does not permit"
        case .tunnelSNI: return serverName
        case .tunnelCertificate: return certificateInTunnel
        }
    }

    private func prose(_ version: String) -> String {
        TLSVersion(name: version)?.prose ?? version
    }

    /// The first of several causes, with the number of the others.
    private var first: String {
        let causes = actual.split(separator: "; ")
        guard let first = causes.first, causes.count > 1 else { return actual }
        return "\(first) (and \(causes.count - 1) more)"
    }

    /// The part of the text after the last mark; the whole text if it has none.
    private func end(of text: String, after mark: String) -> String {
        text.lastRange(of: mark).map { String(text[$0.upperBound...]) } ?? text
    }

    /// The content of the tunnel. Only cleartext has an exception.
    private var cleartextInTunnel: String {
        exception == nil
            ? "no TLS that can be judged inside the tunnel: \(actual)"
            : "\(actual) inside the tunnel; the policy does not permit it"
    }

    /// The fault of the handshake. The subject of the actual value is the server.
    ///
    /// If an exception permits the handshake, only the policy refuses it.
    private var handshakeFault: String {
        if exception != nil { return "no TLS handshake that the policy accepts: the server \(actual)" }
        let isRefusedBySystem = cause == .unsupportedKey || cause == .unsupportedSignature
        return "no TLS handshake\(isRefusedBySystem ? " that the system accepts" : ""): the server \(actual)"
    }

    /// The first date or time that does not hold. The date of an issuer's certificate has its subject.
    private var dates: String {
        for cause in actual.split(separator: "; ") {
            for (mark, words) in [(" expired on ", "expired on"), (" is not valid before ", "not valid before")] {
                let date = end(of: String(cause), after: mark)
                guard [10, 20].contains(date.utf8.count), date.utf8.count < cause.utf8.count else { continue }
                return self.cause == .issuerOutOfDate ? String(cause) : "\(words) \(date)"
            }
        }
        return "out of date: \(actual)"
    }

    private var names: String {
        // A name has no spaces, and a list has at most eight names. Other values are about the certificate.
        let names = actual.replacing(" and ", with: ", and ").split(separator: ", ")
        guard names.first?.contains(" ") != true else { return "the certificate has \(actual)" }
        guard names.count > 2 else { return "the certificate is for \(actual)" }
        return "the certificate is for \(names[0]), \(names[1]) and others"
    }

    private var timestamps: String {
        guard let counted = actual.split(separator: " ").first.flatMap({ Int($0) }),
            let required = expected.split(separator: " ").first.flatMap({ Int($0) })
        else { return "too few timestamps of CT logs" }
        return
            "too few timestamps of CT logs: \(required) are required, and \(counted == 0 ? "none" : "\(counted)") counted"
    }

    private var serverName: String {
        switch actual {
        case "no name": return "CONNECT named \(expected), the client asked inside for no server (SNI)"
        case "an encrypted hello (ECH)": return "an encrypted hello (ECH) may hide another name than \(expected)"
        case _: return "CONNECT named \(expected), the client asked inside for \(actual)"
        }
    }

    private var certificateInTunnel: String {
        // The digest of a certificate is one word.
        actual.contains(" ")
            ? "the certificate in the tunnel cannot be compared with the probed one"
            : "the client gets another certificate than the probe"
    }
}

extension Sequence<Finding> {
    /// The brief reasons of at most three findings, each once, and the number of the others.
    ///
    /// - Parameter shortened: Shortens a reason, and makes its characters visible.
    package func briefReasons(_ shortened: (String) -> String) -> String {
        let reasons = map { shortened($0.briefReason) }.distinct
        let more = reasons.count > 3 ? ["\(reasons.count - 3) more"] : []
        return (reasons.prefix(3) + more).joined(separator: "; ")
    }
}

extension String {
    /// The last occurrence of the text.
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        ranges(of: text).last
    }
}
