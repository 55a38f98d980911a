import Recording
import TransportSecurity

/// What a recording tells of one server's answers to hellos, also to those that were never sent to it.
///
/// A hello that was sent has its answer in the recording. For another one the answer follows where one of these holds,
/// and is not known otherwise:
///
/// - The server once agreed on parameters that this hello offers as well. Then it has something to agree on, and
///   whatever else it may choose, the hello offers nothing that its policy refuses.
/// - It refused, with an alert, a hello that offers all of this one and more; or whatever it was sent.
/// - It answered a hello that offers the newest version of this one, and older versions besides, with an older version
///   than this one offers. Servers take the newest version that both sides know, so it has none in common with it.
struct RecordedAnswers {
    private let attempts: [FactsEvent.Attempt]

    /// The answers in those facts; where two say something of the same hello, the first counts.
    init(_ facts: [FactsEvent]) {
        attempts = facts.flatMap(\.attempts)
    }

    /// What becomes of a hello.
    enum Answer {
        case agreed(Handshake)
        case refused(HandshakeFailure)
        /// The recording cannot tell.
        case unknown
    }

    /// What the recording says the judging hello, or after its refusal the first rung of the ladder, would get.
    enum Finding {
        case observed(Handshake)
        /// Nothing that was offered was accepted. The flag says whether the recording leaves open what a relaxed hello
        /// would have got.
        case refused(HandshakeFailure, isReasonUnknown: Bool)
        case unknown
    }

    /// What that hello, as the one that judges, would find out.
    func finding(judging: Offer) -> Finding {
        switch answer(to: judging) {
        case .agreed(let handshake): return .observed(handshake)
        case .unknown: return .unknown
        case .refused(let failure): return climb(below: judging, after: failure)
        }
    }

    private func climb(below judging: Offer, after first: HandshakeFailure) -> Finding {
        var ladder = Ladder(below: judging)
        var failure = first
        while let rung = ladder.next(after: failure) {
            switch answer(to: rung) {
            case .agreed(let handshake): return .observed(handshake)
            case .refused(let next): failure = next
            case .unknown: return .refused(first, isReasonUnknown: true)
            }
        }
        return .refused(first, isReasonUnknown: false)
    }

    /// Every handshake that succeeded.
    var handshakes: [Handshake] { attempts.compactMap { try? $0.result.get() } }

    /// What the server makes of a hello.
    func answer(to offer: Offer) -> Answer {
        if let sent = attempts.first(where: { $0.offer.isSameOnTheWire(as: offer) }) {
            switch sent.result {
            case .success(let handshake): return .agreed(handshake)
            case .failure(let failure): return .refused(failure)
            }
        }
        for attempt in attempts {
            guard case .success(var handshake) = attempt.result, handshake.fits(offer) else { continue }
            handshake.offer = offer
            return .agreed(handshake)
        }
        let refusesAll = attempts.allSatisfy { if case .failure = $0.result { true } else { false } }
        for attempt in attempts {
            if let failure = attempt.refusal(of: offer, refusesAll: refusesAll) { return .refused(failure) }
        }
        return .unknown
    }
}

extension FactsEvent.Attempt {
    /// How this attempt shows that the server refuses that other hello; nil where it does not.
    ///
    /// - Parameter refusesAll: Whether the server refused whatever it was sent, this attempt included.
    fileprivate func refusal(of other: Offer, refusesAll: Bool) -> HandshakeFailure? {
        switch result {
        case .failure(.notTLS):
            return .notTLS
        case .failure(.alert(let alert)):
            return other.isWithin(offer) ? .alert(alert) : nil
        case .failure(let failure):
            return refusesAll && failure != .timedOut && other.isWithin(offer) ? failure : nil
        case .success(let handshake):
            let protocolVersion: UInt8 = 70
            let offersNewest = offer.versions.upperBound >= other.versions.upperBound
            return offersNewest && handshake.version < other.minimumVersion ? .alert(protocolVersion) : nil
        }
    }
}

extension Offer {
    /// Whether a server sees no difference between the two.
    fileprivate func isSameOnTheWire(as other: Offer) -> Bool {
        self == other
            || versions == other.versions && cipherSuites == other.cipherSuites && groups == other.groups
                && signatureSchemes == other.signatureSchemes
    }
}
