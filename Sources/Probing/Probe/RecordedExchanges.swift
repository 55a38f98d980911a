import Events
import TransportSecurity

/// The hellos of a probe and their answers as they were on the wire: of each offer the last one that led to a
/// handshake, and the last whole handshake that failed. These are the ones that attempts in the facts are about.
struct RecordedExchanges {
    private var known: [Key: HelloExchange] = [:]

    private struct Key: Hashable {
        var offer: Offer
        var isAnswered: Bool
    }

    /// Keeps an exchange. A hello without cryptography that failed says less than OpenSSL's handshake before it.
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
