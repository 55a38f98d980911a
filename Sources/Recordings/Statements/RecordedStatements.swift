import Events
import TransportSecurity

/// The events of recordings that are not about loads: facts about servers, policies, trust stores, services and names
/// of test cases.
struct RecordedStatements {
    /// The facts about servers and the trust stores.
    private(set) var facts = FactsStore()
    /// The policies, by identifier.
    private(set) var policies: [String: PolicyEvent] = [:]
    /// The offers of destinations in their `HTTPS` records.
    private(set) var services = ServiceStore()
    /// The names of test cases.
    private(set) var labels: Set<String> = []
    /// The identifiers of facts, if the facts themselves are not kept.
    private var factsIDs: Set<String> = []
    /// The hashes of facts that were read. Equal facts are recorded often, and need not be decoded again.
    private var factsHashes: Set<Int> = []
    private let keepsFacts: Bool
    private let decoder: EventDecoder

    /// The largest number of policies.
    private static let policyLimit = 1000

    /// The largest number of test cases.
    static let labelLimit = 10_000

    /// Creates a collection without events.
    ///
    /// - Parameter keepsFacts: Whether facts, policies and trust stores are kept, for judging the traffic again.
    init(keepsFacts: Bool, _ decoder: EventDecoder) {
        (self.keepsFacts, self.decoder) = (keepsFacts, decoder)
    }

    /// Keeps an event that is not about a load. Throws an error if the line is malformed.
    mutating func keep(_ line: borrowing ScannedLine, text: UnsafeBufferPointer<UInt8>) throws {
        let id = String(decoding: line.digest, as: UTF8.self)
        switch line.event {
        case .facts:
            guard keepsFacts else {
                if factsIDs.count < FactsStore.limit { factsIDs.insert(id) }
                return
            }
            guard isNew(text) else { return facts.renew(id, at: line.time) }
            if case .facts(let event) = try decoder.event(in: text) { facts.add(event) }
        case .policy:
            guard keepsFacts, case .policy(let event) = try decoder.event(in: text) else { return }
            keep(event)
        case .trust:
            guard keepsFacts, case .trust(let event) = try decoder.event(in: text) else { return }
            facts.add(event)
        case .service:
            if case .service(let event) = try decoder.event(in: text) { services.add(event) }
        case .label:
            guard case .label(let event) = try decoder.event(in: text), labels.count < Self.labelLimit else {
                return
            }
            labels.insert(event.label)
        case .decision, .closed, .segment, .lost, .other: return
        }
    }

    /// Keeps the facts of a decision.
    mutating func keep(_ event: FactsEvent) {
        if keepsFacts { facts.add(event) }
    }

    /// Whether the recordings lack the facts with an identifier. Beyond the limit for facts, this is not known, and the
    /// result is false.
    func lacksFacts(_ id: String) -> Bool {
        guard facts.omitted == 0, factsIDs.count < FactsStore.limit else { return false }
        return keepsFacts ? !facts.contains(id) : !factsIDs.contains(id)
    }

    private mutating func keep(_ event: PolicyEvent) {
        if let kept = policies[event.id] {
            policies[event.id]?.time = max(kept.time, event.time)
        } else if policies.count < Self.policyLimit {
            policies[event.id] = event
        }
    }

    /// Whether no facts with this content were read before. Their time does not matter.
    private mutating func isNew(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let hash = text.contentHash(of: .facts)
        guard factsHashes.count < FactsStore.limit else { return !factsHashes.contains(hash) }
        return factsHashes.insert(hash).inserted
    }
}
