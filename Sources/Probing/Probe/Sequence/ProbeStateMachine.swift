import Events
import ForwardProxy
import OpenSSL
import TransportSecurity

/// Decides on the next action of a probe, and on the meaning of all answers together.
///
/// The state machine takes an `Event` and returns the one `Command` to carry out now. `Probe` has the sockets and the
/// clock.
///
/// 1. The *judging* hello comes first: the one that an Apple system sends under the policy. If the server answers it,
///    no other hello of the state machine counts; `LargeHelloProbe` sends its own beside it.
/// 2. A server that only closes the connection may be restarting. The judging hello is sent once more after a pause,
///    and only the second failure counts.
/// 3. After a refusal, relaxed hellos follow in the order of `RelaxedOffers`, until the server answers one. The
///    answered offer names the relaxation which an exception in the policy would have to grant.
/// 4. OpenSSL makes a whole handshake with each offer. If the server refuses, and OpenSSL cannot send all of the offer,
///    hellos follow that need no cryptography (`ServerFlight`); the last one offers only SSL 3.0. An answer to such a
///    hello counts only if OpenSSL could not have negotiated the same.
/// 5. The judging hello may fail in the transport, or with an alert that the server's answer to another hello does not
///    explain. The server may then have come back in between, or lose connections of every kind. `RefusalConfirmation`
///    sends both in turn until that is known.
/// 6. Issuers that are missing in the chain of the answered handshake are fetched, one after the other.
///
/// When the time is up, the result has the facts known by then. A transport failure of the judging hello is reported as
/// a fact only after the retry.
struct ProbeStateMachine {
    private let judgingOffer: Offer
    private let timeLimit: Int
    private let fetchesIssuers: Bool
    private var relaxedOffers: RelaxedOffers
    /// The finished attempts, the judging one first.
    private var attempts: [FactsEvent.Attempt] = []
    private var phase = Phase.judging(isRetry: false)

    private enum Phase {
        /// OpenSSL sends the judging hello.
        case judging(isRetry: Bool)
        /// The server has closed the connection on the judging hello, and is given time to come back.
        case pausing
        /// OpenSSL sends a relaxed hello.
        case relaxed(Offer)
        /// OpenSSL's handshake failed with this offer, and a hello up to that version goes out without cryptography.
        case flight(Offer, upTo: TLSVersion, after: HandshakeFailure)
        /// Another hello led to a handshake, and the judging hello and that one are sent again.
        case confirming(RefusalConfirmation, other: Hello)
        /// The chain of this handshake is completed. Issuers were requested from those locations.
        case completing(Handshake, requested: Set<IssuerLocation>)
        /// The time is up, and the chain of this handshake is evaluated as it stands.
        case concluding(Handshake)
        /// A command `finish` was returned.
        case finished
    }

    /// Creates the state machine of a probe with that judging hello.
    ///
    /// - Parameters:
    ///   - timeLimit: How long the probe may take from its first connection on, in milliseconds.
    ///   - fetchesIssuers: Whether missing issuers are fetched.
    init(judging offer: Offer, timeLimit: Int, fetchesIssuers: Bool) {
        judgingOffer = offer
        self.timeLimit = timeLimit
        self.fetchesIssuers = fetchesIssuers
        relaxedOffers = RelaxedOffers(below: offer)
    }

    /// The hello for the first connection.
    var firstHello: Hello { Hello(offer: judgingOffer, means: .openSSL) }

    /// The most issuers that are fetched for one chain.
    static var maximumIssuerCount: Int { 3 }
    /// The longest pause before the judging hello is sent again, in milliseconds.
    static var maximumPause: Int { 1000 }
}

// MARK: - Events

extension ProbeStateMachine {
    /// Takes in an event, and returns the next command.
    mutating func handle(_ event: Event) -> Command {
        switch event {
        case .answered(let handshake, let gaps): return answered(handshake, gaps)
        case .refused(let failure, let gaps): return refused(failure, gaps)
        case .failed(let failure): return failed(failure)
        case .pauseEnded: return pauseEnded()
        case .evaluated(let evaluation, let issuers): return evaluated(evaluation, issuers)
        case .fetched(let certificates): return fetched(certificates)
        case .timeUp(let isUnanswered): return timeUp(isUnanswered)
        }
    }
}

// MARK: - Hellos

extension ProbeStateMachine {
    private mutating func answered(_ handshake: Handshake, _ gaps: OfferGaps) -> Command {
        switch phase {
        case .judging:
            return complete(handshake)
        case .relaxed(let offer):
            return accept(handshake, to: Hello(offer: offer, means: .openSSL))
        case .confirming(var confirmation, let other):
            return confirmed(confirmation.answered(handshake), confirmation, other)
        case .flight(let offer, let version, let failure):
            // OpenSSL has tried everything that it can negotiate itself; its failure stands.
            guard gaps.explain(handshake) else { return fallBack(on: offer, after: version, failure, gaps) }
            return accept(handshake, to: Hello(offer: offer, means: .flight(upTo: version)))
        case .pausing, .completing, .concluding, .finished:
            return unexpected("a handshake")
        }
    }

    /// Believes the handshake of a hello other than OpenSSL's judging hello, unless the judging hello may only have
    /// been lost.
    private mutating func accept(_ handshake: Handshake, to hello: Hello) -> Command {
        // An alert is explained by an answer that the judging hello does not permit, such as an older version. By any
        // other answer it is not.
        let isExplained = !handshake.fits(judgingOffer)
        if let judgingFailure, judgingFailure.isOfTransport || !isExplained {
            var confirmation = RefusalConfirmation(judgingFailure, against: handshake, isExplained: isExplained)
            return confirmed(confirmation.next(), confirmation, hello)
        }
        if handshake.offer == judgingOffer { attempts = [] }
        return complete(handshake)
    }

    private mutating func confirmed(
        _ step: RefusalConfirmation.Step, _ confirmation: RefusalConfirmation, _ other: Hello
    ) -> Command {
        switch step {
        case .sendFailed:
            phase = .confirming(confirmation, other: other)
            return .send(firstHello)
        case .sendOther:
            phase = .confirming(confirmation, other: other)
            return .send(other)
        case .wasLost(let handshake):
            // Whatever failed before was the transport.
            attempts = []
            return complete(handshake)
        case .isRefused(let failure):
            let handshake = confirmation.handshake
            let rest = attempts.dropFirst()
            attempts =
                handshake.offer == judgingOffer ? [] : [.init(offer: judgingOffer, result: .failure(failure))] + rest
            return complete(handshake)
        case .isUnreliable(let failure):
            // The other answer says nothing. The failure does not depend on the hello.
            attempts = [.init(offer: judgingOffer, result: .failure(failure))]
            return finish(.noHandshake(failure))
        }
    }

    private mutating func refused(_ failure: HandshakeFailure, _ gaps: OfferGaps) -> Command {
        switch phase {
        case .judging(isRetry: false) where failure.isOfTransport:
            phase = .pausing
            // A quarter of the time. Enough is left for the other hellos.
            return .pause(milliseconds: min(timeLimit / 4, Self.maximumPause))
        case .judging:
            return fallBack(on: judgingOffer, after: nil, failure, gaps)
        case .relaxed(let offer):
            return fallBack(on: offer, after: nil, failure, gaps)
        case .flight(let offer, let version, let failure):
            return fallBack(on: offer, after: version, failure, gaps)
        case .confirming(var confirmation, let other):
            return confirmed(confirmation.failed(failure), confirmation, other)
        case .pausing, .completing, .concluding, .finished:
            return unexpected("a refusal")
        }
    }

    private mutating func pauseEnded() -> Command {
        guard case .pausing = phase else { return unexpected("the end of a pause") }
        phase = .judging(isRetry: true)
        return .send(firstHello)
    }

    /// Sends the next hello of this offer, else that of the next offer. The failure is that of OpenSSL's handshake.
    private mutating func fallBack(
        on offer: Offer, after previous: TLSVersion?, _ failure: HandshakeFailure, _ gaps: OfferGaps
    ) -> Command {
        if let version = flightVersion(on: offer, after: previous, failure, gaps) {
            phase = .flight(offer, upTo: version, after: failure)
            return .send(Hello(offer: offer, means: .flight(upTo: version)))
        }
        attempts.append(.init(offer: offer, result: .failure(failure)))
        guard let next = relaxedOffers.next(after: failure) else {
            return finish(.noHandshake(judgingFailure ?? failure))
        }
        phase = .relaxed(next)
        return .send(Hello(offer: next, means: .openSSL))
    }

    /// The newest version of the next hello without cryptography for this offer; nil if no such hello can learn more.
    ///
    /// A group that OpenSSL lacks is offered only with the judging hello, because no relaxation adds a group.
    private func flightVersion(
        on offer: Offer, after previous: TLSVersion?, _ failure: HandshakeFailure, _ gaps: OfferGaps
    ) -> TLSVersion? {
        switch failure {
        case .notTLS, .timedOut: return nil
        case .alert, .closed, .malformed: break
        }
        // The permissive offer before has sent the same hello.
        guard offer.selection != .everythingBeforeTLS13 else { return nil }
        let lacksOlder = !gaps.cipherSuites.isEmpty || !gaps.versions.isEmpty
        switch previous {
        case nil where offer == judgingOffer && !gaps.groups.isEmpty: return .tls1_3
        case nil, .tls1_3: return lacksOlder ? .tls1_2 : nil
        case .tls1_2, .tls1_1, .tls1_0: return gaps.versions.contains(.ssl3) ? .ssl3 : nil
        case .ssl3: return nil
        }
    }

    /// The failure of the judging hello; nil while it may still be answered for the first time.
    private var judgingFailure: HandshakeFailure? {
        if let first = attempts.first {
            switch first.result {
            case .success: return nil
            case .failure(let failure): return failure
            }
        }
        if case .flight(_, _, let failure) = phase { return failure }
        return nil
    }
}

// MARK: - The chain

extension ProbeStateMachine {
    private mutating func complete(_ handshake: Handshake) -> Command {
        phase = .completing(handshake, requested: [])
        return .evaluate(handshake)
    }

    private mutating func evaluated(_ evaluation: ChainEvaluation, _ issuers: [IssuerLocation]) -> Command {
        switch phase {
        case .completing(let handshake, var requested):
            guard fetchesIssuers, requested.count < Self.maximumIssuerCount,
                let location = issuers.first(where: { !requested.contains($0) })
            else { return conclude(handshake, evaluation) }
            requested.insert(location)
            phase = .completing(handshake, requested: requested)
            return .fetch(location)
        case .concluding(let handshake):
            return conclude(handshake, evaluation)
        case .judging, .pausing, .relaxed, .flight, .confirming, .finished:
            return unexpected("an evaluation")
        }
    }

    private mutating func fetched(_ certificates: [[UInt8]]) -> Command {
        guard case .completing(var handshake, let requested) = phase else { return unexpected("an issuer") }
        handshake.fetchedIssuers += certificates
        phase = .completing(handshake, requested: requested)
        return .evaluate(handshake)
    }
}

// MARK: - The end

extension ProbeStateMachine {
    /// A server that has refused a hello and cannot be reached any more is judged by the refusal, except by a refusal
    /// in the transport.
    private mutating func failed(_ failure: LoadFailure) -> Command {
        switch failure {
        case .shortage, .internalError, .upstreamProxy, .limitReached:
            // The server may have answered otherwise; nothing about it is known.
            return finish(failure)
        case .upstream, .silent, .prohibited, .unnamedServer, .abandoned, .unanswered, .stalled, .stopped:
            break
        }
        switch phase {
        case .relaxed, .flight:
            guard let judgingFailure, !judgingFailure.isOfTransport else { return finish(failure) }
            return finish(.noHandshake(judgingFailure))
        case .judging, .pausing, .confirming, .completing, .concluding, .finished:
            // In `confirming`: a restarting server's answer to a relaxed hello says nothing about the judging one.
            return finish(failure)
        }
    }

    private mutating func timeUp(_ isUnanswered: Bool) -> Command {
        switch phase {
        case .judging, .pausing:
            return finish(isUnanswered ? .silent : .upstream(.timedOut))
        case .relaxed, .flight:
            return judgingFailure.map { finish(.noHandshake($0)) } ?? unexpected("the end of the time")
        case .confirming(let confirmation, let other):
            return confirmed(.isUnreliable(confirmation.failure), confirmation, other)
        case .completing(let handshake, _):
            phase = .concluding(handshake)
            return .evaluate(handshake)
        case .concluding, .finished:
            return unexpected("the end of the time")
        }
    }

    private mutating func conclude(_ handshake: Handshake, _ evaluation: ChainEvaluation) -> Command {
        attempts.append(.init(offer: handshake.offer, result: .success(handshake)))
        return finish(.secure(handshake, evaluation))
    }

    private mutating func finish(_ observation: Observation) -> Command {
        if attempts.isEmpty, let judgingFailure {
            // The time was up before every hello of the judging offer was sent.
            attempts = [.init(offer: judgingOffer, result: .failure(judgingFailure))]
        }
        phase = .finished
        return .finish(.facts(observation, attempts))
    }

    private mutating func finish(_ failure: LoadFailure) -> Command {
        phase = .finished
        return .finish(.failed(failure))
    }

    /// An event that cannot happen in this phase is a fault of the program, and no fact about the server.
    private mutating func unexpected(_ event: String) -> Command {
        finish(.internalError("The probe received \(event) in a phase that has no use for it."))
    }
}
