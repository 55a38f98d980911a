import Events
import TransportSecurity

/// The answers of one server to the ClientHellos of probes, including hellos that were never sent. `Replay` asks for
/// them when it judges a recording under another OS, whose hello offers something else.
///
/// The recording has the answers to hellos that were sent. The answer to another hello is inferred in these cases, and
/// unknown otherwise:
///
/// - The server agreed to parameters that the other hello offers as well, and the other hello has no newer version. The
///   server can then agree to the other hello, and the policy refuses nothing else that the server may choose from it.
///   The answer to the permissive hello, which offers the most, shows this only if the server refused no hello that
///   offers these parameters.
/// - The server refused a sent hello with an alert, the sent hello offers everything that the other one offers, and
///   both have the same newest version. If the server refused every hello, the newest versions may differ.
/// - The server answered a sent hello by choosing an older version than the other hello offers, and both hellos have
///   the same newest version. Servers choose the newest common version, so this server has none in common with the
///   other hello.
struct RecordedAnswers {
    private let attempts: [FactsEvent.Attempt]
    /// The server's answer to a large hello, which does not depend on the offer.
    private let largeHello: LargeHelloAnswer?

    /// Creates the answers from facts. If several facts have an answer to the same hello, the first one is used.
    init(_ facts: [FactsEvent]) {
        attempts = facts.flatMap(\.attempts)
        largeHello = facts.lazy.compactMap(\.largeHello).first
    }

    /// The answer to a hello.
    enum Answer {
        /// The server agrees.
        case agreed(Handshake)
        /// The server refuses the hello.
        case refused(HandshakeFailure)
        /// The answer cannot be inferred from the recording.
        case unknown
    }

    /// The inferred result of a probe, which sends the hello of the judged OS first and, after its refusal, relaxed
    /// hellos.
    enum ProbeResult {
        /// The server agrees to the judging hello, or to a relaxed one.
        case observed(Handshake)
        /// The server refuses the judging hello, and no relaxed hello is known to succeed. The reason is unknown if the
        /// answer to a relaxed hello is unknown.
        case refused(HandshakeFailure, isReasonUnknown: Bool)
        /// The answer to the judging hello cannot be inferred.
        case unknown
    }

    /// The inferred result of a probe with the given judging offer.
    func probeResult(judging: Offer) -> ProbeResult {
        switch answer(to: judging) {
        case .agreed(let handshake): return .observed(handshake)
        case .unknown: return .unknown
        case .refused(let failure): return resultOfRelaxedHellos(below: judging, after: failure)
        }
    }

    /// All successful handshakes.
    var handshakes: [Handshake] { attempts.compactMap { try? $0.result.get() } }

    /// The answer to a hello.
    func answer(to offer: Offer) -> Answer {
        if let sentAttempt = attempts.first(where: { $0.offer.isSameOnTheWire(as: offer) }) {
            switch sentAttempt.result {
            case .success(var handshake):
                handshake.largeHello = answerToLargeHello(of: offer)
                return .agreed(handshake)
            case .failure(let failure): return .refused(failure)
            }
        }
        for attempt in attempts {
            guard case .success(var handshake) = attempt.result, handshake.provesAgreement(to: offer),
                !isContradicted(handshake)
            else { continue }
            handshake.offer = offer
            handshake.largeHello = answerToLargeHello(of: offer)
            return .agreed(handshake)
        }
        let refusesAll = attempts.allSatisfy { if case .failure = $0.result { true } else { false } }
        for attempt in attempts {
            if let failure = attempt.refusal(of: offer, refusesAll: refusesAll) { return .refused(failure) }
        }
        return .unknown
    }
}

extension RecordedAnswers {
    /// The result of the relaxed hellos that a probe makes after the refusal of the judging one.
    private func resultOfRelaxedHellos(below judging: Offer, after refusal: HandshakeFailure) -> ProbeResult {
        var relaxed = RelaxedOffers(below: judging)
        var lastFailure = refusal
        while let offer = relaxed.next(after: lastFailure) {
            switch answer(to: offer) {
            case .agreed(let handshake): return .observed(handshake)
            case .refused(let failure): lastFailure = failure
            case .unknown: return .refused(refusal, isReasonUnknown: true)
            }
        }
        return .refused(refusal, isReasonUnknown: false)
    }

    /// The answer to the large hello of the system with that offer; nil if the system sends no such hello, or if the
    /// answer was not recorded. Recordings under older systems have none, which counts as an unknown answer.
    private func answerToLargeHello(of offer: Offer) -> LargeHelloAnswer? {
        guard offer.groups.contains(.x25519MLKEM768) else { return nil }
        if let largeHello { return largeHello }
        let isOfOlderSystem = !attempts.contains { $0.offer.groups.contains(.x25519MLKEM768) }
        return isOfOlderSystem ? LargeHelloAnswer(size: 0, result: .unknown(.notSent)) : nil
    }

    /// Whether the server refused a hello with everything that it agreed to in its answer to the permissive one.
    private func isContradicted(_ handshake: Handshake) -> Bool {
        handshake.offer.isPermissive
            && attempts.contains { attempt in
                if case .failure = attempt.result { handshake.fits(attempt.offer) } else { false }
            }
    }
}

extension FactsEvent.Attempt {
    /// The failure with which the server refuses the other hello, as this attempt shows; nil if it does not show a
    /// refusal.
    ///
    /// - Parameter refusesAll: Whether the server refused every hello that was sent.
    fileprivate func refusal(of other: Offer, refusesAll: Bool) -> HandshakeFailure? {
        switch result {
        case .failure(.notTLS):
            return .notTLS
        case .failure(.alert(let alert)):
            // A server may refuse a handshake of TLS 1.3 for a reason that earlier versions do not know, such as a key
            // on P-521.
            guard refusesAll || other.versions.upperBound == offer.versions.upperBound else { return nil }
            return other.isWithin(offer) ? .alert(alert) : nil
        case .failure(let failure):
            return refusesAll && failure != .timedOut && other.isWithin(offer) ? failure : nil
        case .success(let handshake):
            // The alert protocol_version (RFC 8446 §6.2).
            let protocolVersionAlert: UInt8 = 70
            let offersNewest = offer.versions.upperBound >= other.versions.upperBound
            return offersNewest && handshake.version < other.minimumVersion ? .alert(protocolVersionAlert) : nil
        }
    }
}

extension Offer {
    /// Whether both offers lead to the same hello.
    fileprivate func isSameOnTheWire(as other: Offer) -> Bool {
        self == other
            || versions == other.versions && cipherSuites == other.cipherSuites && groups == other.groups
                && signatureSchemes == other.signatureSchemes
    }
}
