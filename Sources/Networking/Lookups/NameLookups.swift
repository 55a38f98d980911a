import InternetNames
import TransportSecurity

/// The lookups of one loop, which asks the shared resolver and receives its answers on the loop's thread.
///
/// Concurrent lookups of a name by one client share one request, which is withdrawn when nobody waits for it. Another
/// client's request would wait in the share of the first one. Results are cached for a few seconds, because a page
/// loads dozens of resources from one host.
public final class NameLookups {
    private let loop: EventLoop
    private let ask: Ask
    private let mailbox: Mailbox<Answer>
    private var reader: MailboxReader?
    private var underWay: [Question: Search] = [:]
    private var known: [String: Known] = [:]

    /// Finds the addresses of a name in one family for a client, and calls the handler on any thread.
    typealias Ask = (String, Resolver.Family, IPAddress?, @escaping @Sendable (Resolver.Answer) -> Void) ->
        Resolver.Withdrawal

    /// A name, and the network of the clients that ask for it.
    private struct Question: Hashable {
        var name: String
        var network: IPAddress?
    }

    private struct Answer: Sendable {
        var question: Question
        var family: Resolver.Family
        var addresses: Resolver.Answer
    }

    /// A name that is being looked up, and the lookups that wait for it.
    private struct Search {
        var lookups: [WeakLookup]
        var answers: [Resolver.Family: Resolver.Answer] = [:]
        /// The requests whose answers are awaited.
        var withdrawals: [Resolver.Withdrawal] = []
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
    ///
    /// - Parameters:
    ///   - client: The client in whose share the lookup counts; nil for one of the proxy's own.
    ///   - milliseconds: The time for the lookup; nil for as long as the system takes.
    public func lookUp(
        _ name: String, for client: IPAddress? = nil, within milliseconds: Int? = nil,
        handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void
    ) -> NameLookup {
        let lookup = NameLookup(loop, milliseconds: milliseconds, handler: handler)
        let question = Question(name: name, network: client?.clientNetwork)
        lookup.whenOver { [weak self] in self?.withdrawIfUnawaited(question) }
        if let answers = underWay[question]?.answers {
            underWay[question]?.lookups.append(WeakLookup(lookup: lookup))
            for (family, addresses) in answers { lookup.answered(family, addresses) }
            return lookup
        }
        underWay[question] = Search(lookups: [WeakLookup(lookup: lookup)])
        for family in Resolver.Family.allCases {
            let withdrawal = ask(name, family, client) { [mailbox] in
                mailbox.post(Answer(question: question, family: family, addresses: $0))
            }
            underWay[question]?.withdrawals.append(withdrawal)
        }
        return lookup
    }

    /// Takes the requests of a question out of the resolver's queue if nobody waits for their answers. Those that have
    /// begun go on, and answer later lookups as well.
    private func withdrawIfUnawaited(_ question: Question) {
        guard let search = underWay[question], !search.lookups.contains(where: { $0.lookup?.isWaiting == true })
        else { return }
        let begun = search.withdrawals.filter { !$0() }
        if begun.count < Resolver.Family.allCases.count {
            // The answers that still come are for nobody; another lookup asks for both families again.
            underWay[question] = nil
        }
    }

    private func receive(_ answer: Answer) {
        guard var search = underWay.removeValue(forKey: answer.question) else { return }
        search.answers[answer.family] = answer.addresses
        if search.answers.count < Resolver.Family.allCases.count {
            underWay[answer.question] = search
        } else {
            remember(search.answers.compactMapValues { try? $0.get() }, of: answer.question.name)
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
