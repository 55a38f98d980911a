import ForwardProxy
import InternetNames

/// What servers did with a large hello, so that it is sent once, and not with every probe.
///
/// Times are milliseconds of a monotonic clock.
struct LargeHelloCache {
    private var known: [Key: (answer: LargeHelloFacts, end: Int64)] = [:]

    /// A server, at an address and on a way to it.
    struct Key: Hashable {
        var authority: Authority
        var address: IPAddress
        var parent: Authority?
    }

    /// The answer of a server; nil if it has to be asked.
    func answer(of server: Key, at now: Int64) -> LargeHelloFacts? {
        known[server].flatMap { $0.end > now ? $0.answer : nil }
    }

    /// Stores an answer. One that is a fault of the server, or not known, is soon asked for again.
    mutating func store(_ answer: LargeHelloFacts, of server: Key, at now: Int64) {
        if known.count >= Self.limit { known = known.filter { $0.value.end > now } }
        guard known.count < Self.limit || known[server] != nil else { return }
        let isAnswered = answer.answer.fault == nil && answer.answer.obstacle == nil
        known[server] = (answer, now + (isAnswered ? Self.lifetime : Self.shortLifetime))
    }

    private static let limit = 4096
    /// One day, in milliseconds.
    private static let lifetime: Int64 = 86_400_000
    private static let shortLifetime: Int64 = 4000
}
