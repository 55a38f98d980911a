import TransportSecurity

/// The two lookups of one name, IPv6 and IPv4, and the order in which their answers are used (RFC 8305 §3, §4).
///
/// Once one family has answered with addresses, the other gets 50 ms; what comes later is told in a second call.
public final class NameLookup {
    private var pending = Set(Resolver.Family.allCases)
    private var untold: [Resolver.Family: [IPAddress]] = [:]
    private var delay: Timer?
    private var hasTold = false
    private let handler: (_ addresses: [IPAddress], _ isComplete: Bool) -> Void

    init(_ loop: EventLoop, handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void) {
        self.handler = handler
        delay = Timer(loop) { [unowned self] in self.tell() }
    }

    func answered(_ family: Resolver.Family, _ addresses: [IPAddress]) {
        pending.remove(family)
        untold[family] = addresses
        if pending.isEmpty || hasTold {
            tell()
        } else if !addresses.isEmpty {
            delay?.start(milliseconds: Self.resolutionDelay)
        }
    }

    private func tell() {
        delay?.cancel()
        hasTold = true
        let ordered = Self.interleaved(untold[.v6] ?? [], untold[.v4] ?? [])
        untold = [:]
        handler(ordered, pending.isEmpty)
    }

    private static func interleaved(_ first: [IPAddress], _ second: [IPAddress]) -> [IPAddress] {
        var ordered: [IPAddress] = []
        for index in 0..<max(first.count, second.count) {
            if index < first.count { ordered.append(first[index]) }
            if index < second.count { ordered.append(second[index]) }
        }
        return ordered
    }

    /// RFC 8305 §8, "Resolution Delay", in milliseconds.
    private static let resolutionDelay = 50
}

/// The lookups of one loop: asks the shared resolver and brings its answers back to the loop's thread.
public final class NameLookups {
    private let loop: EventLoop
    private let resolver: Resolver
    private let mailbox: Mailbox<Answer>
    private var reader: MailboxReader?
    private var lookups: [UInt64: Entry] = [:]
    private var lastID: UInt64 = 0

    private struct Answer: Sendable {
        var id: UInt64
        var family: Resolver.Family
        var addresses: [IPAddress]
    }

    private struct Entry {
        weak var lookup: NameLookup?
        var awaited = Resolver.Family.allCases.count
    }

    /// Lookups on that loop by that resolver.
    public init(_ loop: EventLoop, _ resolver: Resolver) throws(SystemError) {
        self.loop = loop
        self.resolver = resolver
        mailbox = try Mailbox()
        reader = mailbox.open(on: loop) { [unowned self] in self.receive($0) }
    }

    /// Looks the name up and calls the handler on the loop: with addresses, perhaps again with late ones, and with
    /// `isComplete` the last time, which may bring none. Once the lookup is released, it calls no more.
    public func lookUp(
        _ name: String, handler: @escaping (_ addresses: [IPAddress], _ isComplete: Bool) -> Void
    ) -> NameLookup {
        let lookup = NameLookup(loop, handler: handler)
        lastID += 1
        let id = lastID
        lookups[id] = Entry(lookup: lookup)
        for family in Resolver.Family.allCases {
            resolver.lookUp(name, family) { [mailbox] in
                mailbox.post(Answer(id: id, family: family, addresses: $0))
            }
        }
        return lookup
    }

    private func receive(_ answer: Answer) {
        guard var entry = lookups[answer.id] else { return }
        entry.awaited -= 1
        lookups[answer.id] = entry.awaited == 0 ? nil : entry
        entry.lookup?.answered(answer.family, answer.addresses)
    }
}
