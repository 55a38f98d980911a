import Events
import TransportSecurity

/// The answer of a server to a large hello, with the last such hello and its answer as they were on the wire.
struct LargeHelloFacts {
    private let result: LargeHelloAnswer
    let exchange: HelloExchange
    /// The handshake to which the server agreed; nil if it did not answer a large hello.
    private let handshake: Handshake?

    init(answer: LargeHelloAnswer, exchange: HelloExchange, handshake: Handshake?) {
        (result, self.exchange, self.handshake) = (answer, exchange, handshake)
    }

    /// The answer, for facts with that handshake on a smaller hello. Parts that a server showed only to the large hello
    /// are not judged, because the handshake is not evidence of them.
    func answer(beside smaller: Handshake) -> LargeHelloAnswer {
        guard let handshake, handshake.version < .tls1_3, handshake.version == smaller.version,
            smaller.offer.cipherSuites.contains(handshake.cipherSuite),
            handshake.cipherSuite != smaller.cipherSuite || handshake.certificates.first != smaller.certificates.first
        else { return result }
        return LargeHelloAnswer(size: result.size, result: .unknown(.otherParameters))
    }
}
