import InternetNames
import Recording
import TransportSecurity

/// What recordings say of servers: each finding once, found by its name and by its destination.
public struct FactsStore: Sendable {
    private var byID: [String: FactsEvent] = [:]
    private var byAuthority: [Authority: [String]] = [:]
    private var ports: [Host: Set<UInt16>] = [:]
    private var certificates: Set<[UInt8]> = []
    /// How many findings came after the limit, and are not kept.
    public private(set) var omitted = 0

    /// How many findings are kept.
    public static let limit = 50_000

    /// A store without facts.
    public init() {}

    /// Keeps the facts. The same facts found again only grow younger.
    public mutating func add(_ event: FactsEvent) {
        if let known = byID[event.id] {
            byID[event.id]?.time = max(known.time, event.time)
            return
        }
        guard byID.count < Self.limit else {
            omitted += 1
            return
        }
        byID[event.id] = sharingCertificates(event)
        byAuthority[Authority(host: event.host, port: event.port), default: []].append(event.id)
        ports[event.host, default: []].insert(event.port)
    }

    /// Whether facts of that name are known.
    public func contains(_ id: String) -> Bool { byID[id] != nil }

    /// The facts of that name.
    public subscript(id: String) -> FactsEvent? { byID[id] }

    /// All facts about a destination, the youngest first.
    public subscript(authority: Authority) -> [FactsEvent] {
        (byAuthority[authority] ?? []).compactMap { byID[$0] }.sorted { $0.time > $1.time }
    }

    /// The destinations of a host that facts are known of, by port.
    public func authorities(of host: Host) -> [Authority] {
        (ports[host] ?? []).sorted().map { Authority(host: host, port: $0) }
    }

    /// Thousands of servers send the same few intermediate certificates; each is kept once.
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
