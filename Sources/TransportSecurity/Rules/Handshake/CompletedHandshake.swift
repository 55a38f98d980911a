/// The server must complete a handshake with the hello that the OS sends under the policy.
///
/// The rules for version and suite report the failures that they explain. This rule reports the rest: a server that
/// refuses every hello, and a server that refuses the judging hello but answers a relaxed one with nothing that the
/// policy forbids. The judging hello offers every suite and group of the OS, so its refusal is a violation even if the
/// reason is not known.
///
/// An incomplete handshake may show a copied chain whose private key the server does not have. A server that closes the
/// connection before the proof of the key violates. If the proxy itself cannot obtain the proof, the outcome is
/// `unproven`: no violation, but no permit either.
///
/// From version 26 on the OS also sends a hello of a size that some servers do not answer (`LargeHelloAnswer`). If the
/// server was asked and the answer is not known, the outcome is `unproven` as well.
public struct CompletedHandshake: Rule {
    public static let id = RuleID.tlsHandshake
    public static let citation = Citation(
        "Apple, Preventing Insecure Network Connections", "Ensure That the Network Server Meets Minimum Requirements")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        switch observation {
        case .cleartext:
            return .notApplicable
        case .certificates(let chain):
            guard let key = chain.leaf?.key, !reportsKey(in: observation, under: requirements, at: time) else {
                return .notApplicable
            }
            return outcome(ofKey: key, under: requirements)
        case .noHandshake(.alert(let alert)):
            // The server speaks TLS. Cleartext does not avoid its refusal, with or without ATS.
            let failure = HandshakeFailure.alert(alert)
            return .violation(
                finding(
                    "\(requirements.host) \(failure.prose).", actual: failure.prose, after: failure, exception: nil,
                    under: requirements))
        case .noHandshake(let failure):
            return refusal(
                "\(requirements.host) \(failure.prose).", actual: failure.prose, after: failure, under: requirements)
        case .secure(let handshake, _):
            if let list = handshake.certificateTimestamps, !Self.isTimestampList(list) {
                // The server speaks TLS: as above.
                return .violation(
                    finding(
                        "\(requirements.host) sends an empty or malformed list of certificate timestamps, at which "
                            + "Apple's TLS library ends the handshake.",
                        actual: "sends an empty or malformed signed_certificate_timestamp", after: nil, exception: nil,
                        under: requirements))
            }
            switch outcome(of: handshake, in: observation, under: requirements, at: time) {
            case .compliant: return answerToLargeHello(in: handshake, under: requirements)
            case let outcome: return outcome
            }
        }
    }

    /// Whether the body of `signed_certificate_timestamp` is a list of at least one timestamp, none of which is empty
    /// (RFC 6962 §3.3). BoringSSL, Apple's TLS library, ends the handshake otherwise (`ssl_is_sct_list_valid`).
    private static func isTimestampList(_ body: [UInt8]) -> Bool {
        func length(at index: Int) -> Int? {
            index + 1 < body.count ? Int(body[index]) << 8 | Int(body[index + 1]) : nil
        }
        guard body.count > 2, length(at: 0) == body.count - 2 else { return false }
        var index = 2
        while index < body.count {
            guard let count = length(at: index), count > 0 else { return false }
            index += 2 + count
        }
        return index == body.count
    }

    /// Whether the server proved possession of its certificate's key. Without proof, the outcome is a note if
    /// cleartext is permitted, or ATS is off.
    private func proof(in handshake: Handshake, under requirements: Requirements) -> Outcome {
        guard !handshake.isKeyProven else { return requirements.applies ? .compliant : .notApplicable }
        let cause =
            handshake.wasEndedByUs
            ? "the TLS library of atsproxy does not support what the server chose"
            : "with RSA key transport only a handshake with a client certificate would show it, and atsproxy has none"
        let text = "Whether \(requirements.host) holds the key of its certificate is not known: \(cause)."
        return requirements.trustIsOverridable ? .undetermined(text) : .unproven(text)
    }

    private func outcome(
        of handshake: Handshake, in observation: Observation, under requirements: Requirements, at time: Instant
    ) -> Outcome {
        let isBrokenOff =
            !handshake.isComplete && !handshake.requestsClientCertificate && !handshake.wasEndedByUs
            && requirements.applies
        let judging = Offer(judging: requirements)
        guard isBrokenOff || !handshake.offer.isWithin(judging) else { return .compliant }
        guard !isExplained(observation, under: requirements, at: time) else { return .compliant }
        if isBrokenOff {
            return refusal(
                "\(requirements.host) broke off the handshake after it had sent its certificates.",
                actual: "broke off after the certificates", under: requirements)
        }
        guard !reportsKey(in: observation, under: requirements, at: time) else { return .notApplicable }
        return .violation(refusal(of: judging, in: handshake, observation.chain?.leaf?.key, under: requirements))
    }

    /// Whether `CertificateKeySize` reports that no system offers the kind of the server's key. One key is one
    /// violation. Where ATS leaves trust to the app, that rule only warns, and this one reports the key.
    private func reportsKey(in observation: Observation, under requirements: Requirements, at time: Instant) -> Bool {
        guard let key = observation.chain?.leaf?.key, !key.isOffered, !requirements.trustIsOverridable else {
            return false
        }
        guard case .violation = CertificateKeySize().evaluate(observation, under: requirements, at: time) else {
            return false
        }
        return true
    }

    /// The outcome for the hello of the size that systems send from version 26 on, with the key share of X25519MLKEM768
    /// (Apple support article 122756). No system makes a load without it, with or without ATS.
    private func answerToLargeHello(in handshake: Handshake, under requirements: Requirements) -> Outcome {
        let proven = proof(in: handshake, under: requirements)
        guard requirements.os.generation >= .ios26, let answer = handshake.largeHello else { return proven }
        switch answer.result {
        case .answered(let version, _):
            guard version != handshake.version else { return proven }
            return .unproven(
                "\(requirements.host) chose \(version.prose) on a hello as large as \(requirements.os) sends it, with the "
                    + "key share of X25519MLKEM768, and \(handshake.version.prose) on a smaller one; what the system gets "
                    + "is not known.", .largeHelloUnknown)
        case .refused, .silent: return .violation(refusal(of: answer, under: requirements))
        // A server that answers only relaxed hellos refuses the large one for the same reason.
        case .unknown where !handshake.offer.isWithin(Offer(judging: requirements)): return proven
        case .unknown(let obstacle):
            return .unproven(
                "What \(requirements.host) does with a hello as large as \(requirements.os) sends it, with the key share "
                    + "of X25519MLKEM768, is not known: \(obstacle.prose).", .largeHelloUnknown)
        }
    }

    /// The finding for a server that fails only the large hello.
    private func refusal(of answer: LargeHelloAnswer, under requirements: Requirements) -> Finding {
        let fault = answer.fault ?? ""
        let subject = "\(requirements.host) \(fault), as \(requirements.os) sends it"
        let message: String
        var cause: Finding.Cause? = .helloSize
        switch answer.failure {
        case .malformed:
            message =
                "\(subject), with the key share of X25519MLKEM768. The same hello without that key share is answered."
            cause = nil
        case .alert, .closed, .notTLS, .timedOut, nil:
            message =
                "\(subject): the key share of X25519MLKEM768 makes it larger than one TCP segment. Smaller hellos are "
                + "answered, so that the server, or a device in front of it, does not take \(answer.size) bytes."
        }
        return finding(
            message, actual: fault, after: answer.failure, exception: nil, cause: cause, under: requirements)
    }

    /// The finding for a server that answered only a relaxed hello. A server that answers some hello speaks TLS on this
    /// port. Cleartext therefore does not avoid the refusal.
    private func refusal(
        of judging: Offer, in handshake: Handshake, _ key: Certificate.PublicKey?, under requirements: Requirements
    ) -> Finding {
        let host = requirements.host
        let relaxed = handshake.offer
        if let scheme = handshake.signatureScheme, !judging.signatureSchemes.contains(scheme) {
            return finding(
                "\(host) " + (key.map { scheme.needsForeignKey ? "has a key of \($0) and " : "" } ?? "")
                    + "signs handshakes of \(handshake.version.prose) with \(scheme.name), which \(requirements.os) does "
                    + "not offer, with or without ATS.",
                actual: "signs handshakes of \(handshake.version.prose) only with \(scheme.name)", after: nil,
                exception: nil,
                cause: key?.isOffered == false ? .unsupportedKey : .unsupportedSignature, under: requirements)
        }
        if let key, !key.isOffered { return foreignKey(key, under: requirements) }
        if let group = handshake.group, !judging.groups.contains(group) {
            return finding(
                "\(host) agrees to no group for the key exchange that \(requirements.os) offers, with or without ATS; it "
                    + "chose \(group.name).",
                actual: "agrees only to \(group.name) for the key exchange", after: nil, exception: nil,
                under: requirements)
        }
        if relaxed.selection == .everythingBeforeTLS13, judging.versions.upperBound == .tls1_3 {
            return finding(
                "\(host) refuses each hello with TLS 1.3, and answers one without it; \(requirements.os) always offers it.",
                actual: "refuses TLS 1.3 rather than choose \(handshake.version.prose)", after: nil, exception: nil,
                under: requirements)
        }
        return finding(
            "\(host) refused the hello \(judging.name), which carries all that this system offers "
                + "under the policy; only \(relaxed.name) was answered, for a reason that is not known.",
            actual: "answered only \(relaxed.name)", after: nil,
            exception: requirements.exception(sending: relaxed),
            under: requirements)
    }

    private func foreignKey(_ key: Certificate.PublicKey, under requirements: Requirements) -> Finding {
        finding(
            "\(requirements.host) has a key of \(key), for which \(requirements.os) offers nothing, with or without ATS.",
            actual: "has only a certificate with a key of \(key)", after: nil, exception: nil, cause: .unsupportedKey,
            under: requirements)
    }

    /// The outcome for certificates without a handshake: whether the hello of the system permits the key at all.
    private func outcome(ofKey key: Certificate.PublicKey, under requirements: Requirements) -> Outcome {
        let offer = Offer(judging: requirements)
        let isRefused = !key.isOffered || (offer.lacksTLS13(for: key) && offer.minimumVersion == .tls1_3)
        return isRefused ? .violation(foreignKey(key, under: requirements)) : .notApplicable
    }

    /// Whether a rule on version, suite or NIAP package reports a violation for the result of the relaxed hello.
    private func isExplained(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Bool {
        let rules: [any Rule] = [
            MinimumTLSVersion(), PermittedCipherSuite(), ForwardSecrecy(), NIAPCipherSuite(), NIAPSignature(),
        ]
        return rules.contains { rule in
            switch rule.evaluate(observation, under: requirements, at: time) {
            case .violation: return true
            case .notApplicable, .compliant, .note, .undetermined, .unproven: return false
            }
        }
    }

    /// The outcome for a refused handshake: a note if cleartext is permitted, since the load does not need TLS then;
    /// else a violation.
    private func refusal(
        _ message: String, actual: String, after failure: HandshakeFailure? = nil, under requirements: Requirements
    ) -> Outcome {
        guard !requirements.trustIsOverridable else { return .note(message) }
        return .violation(
            finding(
                message, actual: actual, after: failure, exception: nil, cause: failure == .notTLS ? .noTLS : nil,
                under: requirements))
    }

    private func finding(
        _ message: String, actual: String, after failure: HandshakeFailure?, exception: Finding.Exception?,
        cause: Finding.Cause? = nil, under requirements: Requirements
    ) -> Finding {
        Finding(
            rule: Self.id, message: message, expected: "a TLS handshake", actual: actual,
            error: requirements.error(of: .handshake(failure)), exception: exception, cause: cause)
    }
}
