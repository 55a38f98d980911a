import Events
import InternetNames
import OpenSSL

/// The identifiers of the kinds of recent loads of one worker. A kind is identified once, and found again by a hash.
///
/// The hash stands for the members. Two kinds of `limit` have the same one with a probability of less than 1 in 10^10,
/// and nobody who does not know the seed of this process can make such kinds.
struct LoadKindCache {
    private var known: [Int: LoadKindID] = [:]

    /// The largest number of kinds. Each takes some 50 bytes.
    static let limit = 20_000

    /// The kind of a decision on a load.
    mutating func kind(of event: borrowing DecisionEvent, on load: borrowing LoadDescription) -> LoadKindID {
        var hasher = Hasher()
        hasher.combine(load.requirements.kindHash)
        hasher.combine(load.authority.port)
        hasher.combine(load.route)
        event.combineSharedMembers(into: &hasher)
        return find(hasher.finalize(), event)
    }

    /// The kind of a decision before which there was no load. Such an event has no policy, and of its app only the
    /// name.
    mutating func kind(of event: borrowing DecisionEvent) -> LoadKindID {
        var hasher = Hasher()
        hasher.combine(event.host)
        hasher.combine(event.port)
        hasher.combine(event.route)
        hasher.combine(event.app?.name)
        event.combineSharedMembers(into: &hasher)
        return find(hasher.finalize(), event)
    }

    private mutating func find(_ hash: Int, _ event: borrowing DecisionEvent) -> LoadKindID {
        if let found = known[hash] { return found }
        let kind = event.kindID { Digest.sha256($0) }
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        known[hash] = kind
        return kind
    }
}
