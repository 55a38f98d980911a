import Events
import ForwardProxy
import OpenSSL
import TransportSecurity

extension ProbeStateMachine {
    /// A hello, and how it is sent.
    struct Hello: Hashable {
        var offer: Offer
        var means: ProbeAttempt.Means
    }

    /// An event that the machine is told.
    enum Event {
        /// The hello led to a handshake. The gaps are the parts of the offer that OpenSSL cannot send.
        case answered(Handshake, OfferGaps)
        /// The hello led to no handshake. The gaps are the parts of the offer that OpenSSL cannot send.
        case refused(HandshakeFailure, OfferGaps)
        /// The server could not be reached, or this machine or OpenSSL did not permit the attempt.
        case failed(LoadFailure)
        /// The pause is over.
        case pauseEnded
        /// The chain was evaluated. The locations are those that its last certificate names for a missing issuer.
        case evaluated(ChainEvaluation, issuers: [IssuerLocation])
        /// The fetch of an issuer is over; the certificates are in DER, and none if nothing usable was found.
        case fetched([[UInt8]])
        /// The time is up. `isUnanswered`: a hello was sent, and the server has not sent a byte since.
        case timeUp(isUnanswered: Bool)
    }

    /// An action for the probe.
    enum Command {
        /// Send that hello on a new connection to the same address; answer with `answered`, `refused` or `failed`.
        case send(Hello)
        /// Wait; answer with `pauseEnded`.
        case pause(milliseconds: Int)
        /// Evaluate the chain of that handshake; answer with `evaluated`.
        case evaluate(Handshake)
        /// Fetch an issuer from there; answer with `fetched`, or with `failed` if this machine lacks the means.
        case fetch(IssuerLocation)
        /// Nothing more is to be learnt.
        case finish(Outcome)
    }

    /// The result of a probe.
    enum Outcome {
        /// The server's answer or refusal, and the attempts that showed it.
        case facts(Observation, [FactsEvent.Attempt])
        /// Nothing about the server's TLS.
        case failed(LoadFailure)
    }
}
