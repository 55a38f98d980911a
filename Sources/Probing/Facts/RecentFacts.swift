import TransportSecurity

/// The facts that one worker has used lately, which it finds without a lock.
struct RecentFacts {
    private let cache: FactsCache
    private var facts: [FactsKey: ServerFacts] = [:]
    private var generation = 0

    /// Facts out of that cache.
    init(_ cache: FactsCache) {
        self.cache = cache
    }

    /// The facts for that key; nil if the cache has to be asked, because they are unknown, or expire soon.
    mutating func find(_ key: FactsKey, at time: Int64) -> ServerFacts? {
        guard generation == cache.generation else {
            generation = cache.generation
            facts = [:]
            return nil
        }
        guard let found = facts[key], FactsCache.isFresh(found, at: time, cache.lifetime) else { return nil }
        return found
    }

    /// Stores facts out of the cache.
    mutating func keep(_ found: ServerFacts, for key: FactsKey) {
        if facts.count >= Self.limit { facts = [:] }
        facts[key] = found
    }

    /// The most facts that are kept.
    private static let limit = 4096
}
