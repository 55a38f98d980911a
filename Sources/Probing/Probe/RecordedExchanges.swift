import Events
import TransportSecurity

/// The hellos of a probe and their answers as they were on the wire. Of each offer, the last hello that led to a
/// handshake is kept, and the last failed one that OpenSSL made. The attempts in the facts refer to these.
struct RecordedExchanges {
    private var known: [Key: HelloExchange] = [:]

    private struct Key: Hashable {
        var offer: Offer
        var isAnswered: Bool
    }

    /// Keeps an exchange. A failed hello without cryptography is not kept: OpenSSL's handshake with the same offer came
    /// before it and shows more.
    mutating func keep(
        _ exchange: HelloExchange, of hello: ProbeStateMachine.Hello, _ result: Result<Handshake, HandshakeFailure>
    ) {
        switch result {
        case .success: known[Key(offer: hello.offer, isAnswered: true)] = exchange
        case .failure:
            if hello.means == .openSSL { known[Key(offer: hello.offer, isAnswered: false)] = exchange }
        }
    }

    /// The attempts with their exchanges.
    func adding(to attempts: [FactsEvent.Attempt]) -> [FactsEvent.Attempt] {
        attempts.map { attempt in
            var attempt = attempt
            switch attempt.result {
            case .success: attempt.exchange = known[Key(offer: attempt.offer, isAnswered: true)]
            case .failure: attempt.exchange = known[Key(offer: attempt.offer, isAnswered: false)]
            }
            return attempt
        }
    }
}
