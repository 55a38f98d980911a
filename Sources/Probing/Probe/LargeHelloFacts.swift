import Recording
import TransportSecurity

/// The answer of a server to a large hello, with the last such hello and its answer as they were on the wire.
struct LargeHelloFacts {
    var answer: LargeHelloAnswer
    var exchange: HelloExchange
}
