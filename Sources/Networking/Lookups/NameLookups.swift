import InternetNames
import TransportSecurity

/// The lookups of one loop: asks the shared resolver and brings its answers back to the loop's thread.
///
/// Who asks for a name that is being looked up shares the answers, and a name is not looked up again for a few seconds:
/// a page loads dozens of things from one host.
public final class NameLookups {
    private let loop: EventLoop
    private let ask: Ask
    private let mailbox: Mailbox<Answer>
    private var reader: MailboxReader?
    private var underWay: [WireText: Search] = [:]
    private var known: [WireText: Known] = [:]

    /// Whoever finds the addresses of a name in one family, and answers on any thread.
    typealias Ask = (String, Resolver.Family, @escaping @Sendable (Resolver.Answer) -> Void) -> Void

    private struct Answer: Sendable {
        var name: WireText
        var family: Resolver.Family
        var addresses: Resolver.Answer
    }

    /// A name that is being looked up, and who waits for it.
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

    /// Lookups on that loop by that resolver.
    public convenience init(_ loop: EventLoop, _ resolver: Resolver) throws(SystemError) {
        try self.init(loop, asking: resolver.lookUp)
    }

    /// Lookups on that loop by whom that is.
    init(_ loop: EventLoop, asking ask: @escaping Ask) throws(SystemError) {
        self.loop = loop
        self.ask = ask
        mailbox = try Mailbox()
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// The addresses that the name had a moment ago; nil where it must be looked up.
    public func addresses(of name: WireText) -> [IPAddress]? {
        guard let entry = known[name], .now - entry.since < Self.lifetime else { return nil }
        return entry.addresses
    }

    /// Removes the cached addresses of the name. Called when no connection to them could be made.
    public func forget(_ name: WireText) {
        known[name] = nil
    }

    /// Looks the name up and calls the handler on the loop: with addresses, perhaps again with late ones, and with
    /// `isComplete` the last time, which may bring none. Once the lookup is released, it calls no more.
    public func lookUp(
        _ name: WireText, handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void
    ) -> NameLookup {
        let lookup = NameLookup(loop, handler: handler)
        if let answers = underWay[name]?.answers {
            underWay[name]?.lookups.append(WeakLookup(lookup: lookup))
            for (family, addresses) in answers { lookup.answered(family, addresses) }
            return lookup
        }
        underWay[name] = Search(lookups: [WeakLookup(lookup: lookup)])
        for family in Resolver.Family.allCases {
            ask(name.text, family) { [mailbox] in
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

    private func remember(_ answers: [Resolver.Family: [IPAddress]], of name: WireText) {
        let addresses = NameLookup.interleaved(answers[.v6] ?? [], answers[.v4] ?? [])
        guard !addresses.isEmpty else { return }
        let now = ContinuousClock.now
        if known.count >= Self.limit { known = known.filter { now - $0.value.since < Self.lifetime } }
        if known.count >= Self.limit { known = [:] }
        known[name] = Known(addresses: addresses, since: now)
    }

    /// The system tells no time to live; this is less than any that is in use.
    private static let lifetime = Duration.seconds(5)
    /// Names remembered at once.
    private static let limit = 4096
}
