import InternetNames
import TransportSecurity

/// The lookups of one loop, which asks the shared resolver and receives its answers on the loop's thread.
///
/// Concurrent lookups of a name share one request. Results are cached for a few seconds, because a page loads dozens of
/// resources from one host.
public final class NameLookups {
    private let loop: EventLoop
    private let ask: Ask
    private let mailbox: Mailbox<Answer>
    private var reader: MailboxReader?
    private var underWay: [String: Search] = [:]
    private var known: [String: Known] = [:]

    /// Finds the addresses of a name in one family, and calls the handler on any thread.
    typealias Ask = (String, Resolver.Family, @escaping @Sendable (Resolver.Answer) -> Void) -> Void

    private struct Answer: Sendable {
        var name: String
        var family: Resolver.Family
        var addresses: Resolver.Answer
    }

    /// A name that is being looked up, and the lookups that wait for it.
    private struct Search {
        var lookups: [WeakLookup]
        var answers: [Resolver.Family: Resolver.Answer] = [:]
    }

    private struct WeakLookup {
        weak var lookup: NameLookup?
    }

    private struct Known {
        var addresses: [IPAddress]
        var since: ContinuousClock.Instant
    }

    /// Creates the lookups of a loop with a resolver.
    public convenience init(_ loop: EventLoop, _ resolver: Resolver) throws(SystemError) {
        try self.init(loop, asking: resolver.lookUp)
    }

    /// Creates the lookups of a loop with a function that finds addresses.
    init(_ loop: EventLoop, asking ask: @escaping Ask) throws(SystemError) {
        self.loop = loop
        self.ask = ask
        mailbox = try Mailbox()
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// The cached addresses of a name; nil if it must be looked up.
    public func addresses(of name: String) -> [IPAddress]? {
        guard let entry = known[name], .now - entry.since < Self.lifetime else { return nil }
        return entry.addresses
    }

    /// Removes the cached addresses of the name. Called when no connection to them could be made.
    public func forget(_ name: String) {
        known[name] = nil
    }

    /// Looks a name up and calls the handler on the loop: first with addresses, perhaps again with later ones. The last
    /// call has `isComplete` and may have no addresses. A released lookup makes no further calls.
    public func lookUp(
        _ name: String, handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void
    ) -> NameLookup {
        let lookup = NameLookup(loop, handler: handler)
        if let answers = underWay[name]?.answers {
            underWay[name]?.lookups.append(WeakLookup(lookup: lookup))
            for (family, addresses) in answers { lookup.answered(family, addresses) }
            return lookup
        }
        underWay[name] = Search(lookups: [WeakLookup(lookup: lookup)])
        for family in Resolver.Family.allCases {
            ask(name, family) { [mailbox] in
                mailbox.post(Answer(name: name, family: family, addresses: $0))
            }
        }
        return lookup
    }

    private func receive(_ answer: Answer) {
        guard var search = underWay.removeValue(forKey: answer.name) else { return }
        search.answers[answer.family] = answer.addresses
        if search.answers.count < Resolver.Family.allCases.count {
            underWay[answer.name] = search
        } else {
            remember(search.answers.compactMapValues { try? $0.get() }, of: answer.name)
        }
        for waiting in search.lookups { waiting.lookup?.answered(answer.family, answer.addresses) }
    }

    private func remember(_ answers: [Resolver.Family: [IPAddress]], of name: String) {
        let addresses = NameLookup.interleaved(answers[.v6] ?? [], answers[.v4] ?? [])
        guard !addresses.isEmpty else { return }
        let now = ContinuousClock.now
        if known.count >= Self.limit { known = known.filter { now - $0.value.since < Self.lifetime } }
        if known.count >= Self.limit { known = [:] }
        known[name] = Known(addresses: addresses, since: now)
    }

    /// The lifetime of a cached result. The system does not tell the time to live; this is shorter than usual ones.
    private static let lifetime = Duration.seconds(5)
    /// The largest number of cached names.
    private static let limit = 4096
}
