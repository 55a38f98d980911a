import Recording
import TransportSecurity

/// What a server did with a large hello, and the last such hello and its answer as they were on the wire.
struct LargeHelloFacts {
    var answer: LargeHelloAnswer
    var exchange: HelloExchange
}
