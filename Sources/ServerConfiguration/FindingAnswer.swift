import TransportSecurity

/// The answer of a server's configuration to one finding: the needs that lines can meet, or the sentence that tells why
/// no line helps. One of them may be empty, never both.
struct FindingAnswer {
    var needs: [ConfigurationNeed] = []
    /// The sentence about the rest that no line changes; nil if the needs are all.
    var sentence: String?

    /// Creates the answer to a finding.
    ///
    /// - Parameters:
    ///   - observation: The facts that were judged; nil if nothing is known of the server.
    ///   - port: The port on which the server ought to speak TLS.
    init(to finding: Finding, on observation: Observation?, port: UInt16) {
        if finding.cause == .clientHello {
            sentence = "The client does not offer what the policy asks for; no line changes that."
            return
        }
        if finding.cause == .unknownSide {
            sentence = "What the client offers is not known, and so whether a line would help."
            return
        }
        let facts = ObservedServer(observation)
        switch finding.rule {
        case .cleartext, .tunnelCleartext:
            needs = [.listener(port: port)]
        case .tlsVersion, .tunnelVersion:
            needs = [.protocols]
        case .tlsCipher, .tlsForwardSecrecy, .niapCipher, .tunnelCipher:
            // TLS 1.2 is the first version with AES-GCM (RFC 5288 §4).
            needs = (facts.isBelowTLS12 ? [.protocols] : []) + [.cipherSuites(facts.key)]
        case .niapExtendedMasterSecret:
            needs = [.extendedMasterSecret]
        case .niapSignature:
            if facts.signsWithSHA1 { needs = [.signatures] }
            if facts.hasWeakSignature || needs.isEmpty { sentence = Self.weakSignature }
        case .tlsHandshake:
            self = Self.answer(toHandshake: finding, on: facts, port: port)
        case .certificateTrust:
            self = Self.answer(toTrust: finding.cause, port: port)
        case .certificateValidity:
            self = Self.chain(
                on: port, if: finding.cause == .issuerOutOfDate,
                else: "No line of the configuration extends a certificate: renew it.")
        case .certificateHostname:
            self = Self.chain(
                on: port, if: finding.cause == .reversedChain,
                else: "The names are in the certificate: install one for this host. If the server has one already, "
                    + "it sends another by default; check the name (SNI) to which that one belongs.")
        case .certificateKeySize:
            sentence = "The key belongs to the certificate: issue one with RSA 2048, P-256 or more."
        case .certificateSignature: sentence = Self.weakSignature
        case .certificateUsage:
            self = Self.chain(
                on: port, if: finding.cause == .reversedChain,
                else: "The purpose is in the certificate: issue one for servers (serverAuth).")
        case .certificateLifetime:
            sentence = "The lifetime is in the certificate: issue one that is valid for a shorter time."
        case .certificateRevoked:
            sentence = "No line of the configuration takes a revocation back: install a new certificate."
        case .certificateTransparency:
            sentence = "The timestamps of CT logs come with the certificate: have it issued by a CA that logs it."
        case .certificatePin:
            sentence = "The pins are in the app: bring them and the keys of the server together."
        case .tunnelSNI:
            sentence = "The client asked for another name in the tunnel; the server does not decide that."
        case .tunnelCertificate:
            sentence = "The certificate in the tunnel is another one than that of the probe; no line explains that."
        }
    }

    /// Whether the server may lack curves for the suites that it needs: it agreed to none in the handshake.
    func mayLackCurves(_ observation: Observation?) -> Bool {
        guard case .secure(let handshake, _)? = observation, handshake.group == nil else { return false }
        return needs.contains { need in
            switch need {
            case .cipherSuites: true
            case .listener, .protocols, .groups, .signatures, .extendedMasterSecret, .chain: false
            }
        }
    }

    private static let weakSignature =
        "The signature is in the certificate: have it and its issuers signed with SHA-256 or stronger."

    private init(needs: [ConfigurationNeed]) { self.needs = needs }

    private init(_ sentence: String) { self.sentence = sentence }

    /// The answer to a finding that the order or the dates of the sent certificates may explain: a line for the chain
    /// if they do, else the sentence.
    private static func chain(on port: UInt16, if isExplained: Bool, else sentence: String) -> FindingAnswer {
        isExplained ? FindingAnswer(needs: [.chain(port: port)]) : FindingAnswer(sentence)
    }

    /// The answer to a certificate without a trusted path.
    private static func answer(toTrust cause: Finding.Cause?, port: UInt16) -> FindingAnswer {
        switch cause {
        case .issuerNotSent, .reversedChain, .issuerOutOfDate: return FindingAnswer(needs: [.chain(port: port)])
        case .selfSigned, .unknownRoot:
            return FindingAnswer(
                "No line of the configuration makes devices trust this issuer: install a certificate of a public CA, "
                    + "or the root on each device.")
        case .rootOfOtherSystem:
            return FindingAnswer("The judged system does not have this root: install a certificate under another one.")
        case .unsupportedIssuerSignature, .issuerAtFault, .unsupportedKey, .unsupportedSignature, .notYetValid, .noTLS,
            .helloSize, .clientHello, .unknownSide, .webSocket, nil:
            return FindingAnswer("The fault is in the certificates: have them issued again, by another CA if need be.")
        }
    }

    /// The answer to a handshake that no other rule explains.
    private static func answer(
        toHandshake finding: Finding, on facts: ObservedServer, port: UInt16
    ) -> FindingAnswer {
        switch finding.cause {
        case .noTLS: return FindingAnswer(needs: [.listener(port: port)])
        case .unsupportedKey, .unsupportedSignature:
            return FindingAnswer(
                "The key belongs to the certificate: issue one with RSA (rsaEncryption), P-256 or P-384.")
        case .helloSize:
            return FindingAnswer(
                "No line makes a server take a hello of several TCP segments: update it, or the device in front of it.")
        case .clientHello, .selfSigned, .issuerNotSent, .unknownRoot, .rootOfOtherSystem, .reversedChain, .notYetValid,
            .issuerOutOfDate, .issuerAtFault, .unsupportedIssuerSignature, .unknownSide, .webSocket, nil:
            return facts.hasForeignGroup ? FindingAnswer(needs: [.groups]) : FindingAnswer(facts.refusal)
        }
    }
}
