import Events
import InternetNames
import TransportSecurity

/// The facts about servers in recordings, by which loads are judged again, indexed by identifier and by destination.
/// Equal facts are kept once.
public struct FactsStore: Sendable {
    /// The facts, by identifier.
    private var byID: [String: FactsEvent] = [:]
    /// The identifiers of the facts about each destination.
    private var byAuthority: [Authority: [String]] = [:]
    /// The latest time of facts about each destination.
    private var latestTimes: [Authority: Instant] = [:]
    /// The ports of each host with facts.
    private var ports: [Host: Set<UInt16>] = [:]
    /// The certificates of all facts in DER, each once.
    private var certificates: Set<[UInt8]> = []
    /// The roots of each destination's recorded chains.
    private var roots: [Authority: RecordedRoots] = [:]
    /// The trust stores, by identifier.
    private var trusts: [String: TrustEvent] = [:]
    /// The number of facts that were not kept because of the limit.
    public private(set) var omitted = 0

    /// The largest number of facts to keep.
    public static let limit = 50_000
    /// The number of facts that are kept with the bytes of their handshakes, which only evidence needs.
    static let exchangeLimit = 4000
    /// The largest number of trust stores to keep.
    static let trustLimit = 1000

    /// Creates an empty store.
    public init() {}

    /// Adds facts. If they are known, the later time is kept, and roots that are new for the destination are added.
    public mutating func add(_ event: FactsEvent) {
        if let kept = byID[event.id] {
            if kept.host == event.host, kept.port == event.port { addRoots(of: event) }
            return renew(event.id, at: event.time)
        }
        guard byID.count < Self.limit else {
            omitted += 1
            return
        }
        addRoots(of: event)
        byID[event.id] = sharingCertificates(byID.count < Self.exchangeLimit ? event : event.withoutExchanges)
        let authority = Authority(host: event.host, port: event.port)
        byAuthority[authority, default: []].append(event.id)
        noteTime(event.time, of: authority)
        ports[event.host, default: []].insert(event.port)
    }

    /// Updates the time of known facts that were recorded again. The latest time is kept.
    mutating func renew(_ id: String, at time: Instant) {
        guard let kept = byID[id], kept.time < time else { return }
        byID[id]?.time = time
        noteTime(time, of: Authority(host: kept.host, port: kept.port))
    }

    /// Adds a trust store to which facts refer, at most `trustLimit`.
    public mutating func add(_ event: TrustEvent) {
        if let kept = trusts[event.id] {
            trusts[event.id]?.time = max(kept.time, event.time)
        } else if trusts.count < Self.trustLimit {
            trusts[event.id] = event
        }
    }

    /// The roots in which recorded chains of this destination ended. Other destinations must not be judged by them,
    /// because a recording may have been tampered with.
    public func roots(of authority: Authority) -> RecordedRoots { roots[authority] ?? RecordedRoots() }

    /// The trust store that the chain in these facts was evaluated against; nil if it is not recorded.
    public func trust(of facts: FactsEvent) -> TrustEvent? { facts.trust.flatMap { trusts[$0] } }

    /// Whether there are facts with the identifier.
    public func contains(_ id: String) -> Bool { byID[id] != nil }

    /// The facts with the identifier.
    public subscript(id: String) -> FactsEvent? { byID[id] }

    /// All facts about a destination, latest first.
    public subscript(authority: Authority) -> [FactsEvent] {
        (byAuthority[authority] ?? []).compactMap { byID[$0] }.sorted { ($1.time, $0.id) < ($0.time, $1.id) }
    }

    /// The latest time of facts about a destination; nil if there are none.
    public func latestTime(of authority: Authority) -> Instant? { latestTimes[authority] }

    /// The destinations of a host with known facts, sorted by port.
    public func authorities(of host: Host) -> [Authority] {
        (ports[host] ?? []).sorted().map { Authority(host: host, port: $0) }
    }

    private mutating func noteTime(_ time: Instant, of authority: Authority) {
        latestTimes[authority] = max(latestTimes[authority] ?? time, time)
    }

    private mutating func addRoots(of event: FactsEvent) {
        guard !event.roots.isEmpty else { return }
        let authority = Authority(host: event.host, port: event.port)
        for root in event.roots { roots[authority, default: RecordedRoots()].add(root) }
    }

    /// The event with shared storage for equal certificates, because thousands of servers send the same few
    /// intermediate certificates.
    private mutating func sharingCertificates(_ event: FactsEvent) -> FactsEvent {
        var event = event
        for index in event.attempts.indices {
            guard case .success(var handshake) = event.attempts[index].result else { continue }
            handshake.certificates = handshake.certificates.map { certificates.insert($0).memberAfterInsert }
            handshake.fetchedIssuers = handshake.fetchedIssuers.map { certificates.insert($0).memberAfterInsert }
            event.attempts[index].result = .success(handshake)
        }
        return event
    }
}

/// The roots in which recorded chains of one server ended, in DER.
public struct RecordedRoots: Hashable, Sendable {
    /// The roots of the system.
    public private(set) var system: Set<[UInt8]> = []
    /// The roots that a user installed.
    public private(set) var user: Set<[UInt8]> = []

    /// The largest number of roots of either kind. Only a recording that was tampered with has more for a server.
    static let limit = 100

    /// Creates a collection without roots.
    public init() {}

    /// Whether there is no root.
    public var isEmpty: Bool { system.isEmpty && user.isEmpty }

    /// Adds the root of a chain, unless there are too many.
    mutating func add(_ root: FactsEvent.Root) {
        switch root.anchor {
        case .system: if system.count < Self.limit { system.insert(root.certificate) }
        case .user: if user.count < Self.limit { user.insert(root.certificate) }
        case .none: break
        }
    }
}
