/// The server must finish a handshake with the hello that the OS sends under the policy.
///
/// What the rules for version and suite explain is theirs. Left over is a server that refuses every hello, and one
/// that refuses the judging hello but answers a relaxed one with nothing that the policy forbids: the hello carries
/// every suite and group of the OS, so its refusal is a violation even where its reason stays unknown.
///
/// A handshake that was not finished may show a chain whose key the server has not got: whoever copies a public chain
/// could. A server that breaks off before the proof that its suite has violates; where it is us who cannot get at the
/// proof, nothing is held against the server, and nothing is permitted either.
public struct CompletedHandshake: Rule {
    public static let id = RuleID.tlsHandshake
    public static let citation = Citation(
        "Apple, Preventing Insecure Network Connections", "Ensure That the Network Server Meets Minimum Requirements")

    public func evaluate(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Outcome {
        switch observation {
        case .cleartext, .certificates:
            return .notApplicable
        case .unexaminable(let failure):
            return refusal("\(requirements.host) \(failure.prose).", actual: failure.prose, under: requirements)
        case .secure(let handshake, _):
            guard requirements.applies else { return .notApplicable }
            switch outcome(of: handshake, in: observation, under: requirements, at: time) {
            case .compliant: return proof(in: handshake, under: requirements)
            case let outcome: return outcome
            }
        }
    }

    /// Whether the server holds the key of its certificate. Where cleartext is permitted the load can do without.
    private func proof(in handshake: Handshake, under requirements: Requirements) -> Outcome {
        guard !handshake.isKeyProven else { return .compliant }
        let cause =
            handshake.isLeftByUs
            ? "our TLS library cannot finish the handshake that it chose"
            : "with RSA key transport that would show only in a handshake with a client certificate, which we have not got"
        let text = "Whether \(requirements.host) holds the key of its certificate is not known: \(cause)."
        return requirements.trustIsOverridable ? .remark(text) : .unproven(text)
    }

    private func outcome(
        of handshake: Handshake, in observation: Observation, under requirements: Requirements, at time: Instant
    ) -> Outcome {
        let isBrokenOff = !handshake.isComplete && !handshake.requestsClientCertificate && !handshake.isLeftByUs
        let judging = Offer(judging: requirements)
        guard isBrokenOff || !handshake.offer.isWithin(judging) else { return .compliant }
        guard !isExplained(observation, under: requirements, at: time) else { return .compliant }
        if isBrokenOff {
            return refusal(
                "\(requirements.host) broke off the handshake after it had sent its certificates.",
                actual: "broken off after the certificates", under: requirements)
        }
        let relaxed = handshake.offer
        return refusal(
            "\(requirements.host) refused the hello \(judging.name), which carries all that this system offers "
                + "under the policy; only \(relaxed.name) was answered, for a reason that is not known.",
            actual: "only \(relaxed.name) was answered", remedy: requirements.remedy(sending: relaxed),
            under: requirements)
    }

    /// Whether a rule on version, suite or package version finds fault with what the relaxed hello got.
    private func isExplained(_ observation: Observation, under requirements: Requirements, at time: Instant) -> Bool {
        let rules: [any Rule] = [
            MinimumTLSVersion(), PermittedCipherSuite(), ForwardSecrecy(), NIAPCipherSuite(), NIAPSignature(),
        ]
        return rules.contains { rule in
            switch rule.evaluate(observation, under: requirements, at: time) {
            case .violation: return true
            case .notApplicable, .compliant, .remark, .undetermined, .unproven: return false
            }
        }
    }

    /// Where cleartext is permitted the load can do without TLS, and the server's refusal is a note.
    private func refusal(
        _ message: String, actual: String, remedy: Finding.Remedy? = nil, under requirements: Requirements
    ) -> Outcome {
        guard !requirements.trustIsOverridable else { return .remark(message) }
        return .violation(
            Finding(
                rule: Self.id, message: message, expected: "a TLS handshake", actual: actual,
                status: StatusCode.handshakeFailed.rawValue, urlError: .secureConnectionFailed, exception: remedy))
    }
}
