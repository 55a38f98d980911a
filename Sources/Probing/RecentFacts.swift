import TransportSecurity

/// The facts that one worker used lately, so that it finds them without a lock that it shares with others.
struct RecentFacts {
    private let cache: FactsCache
    private var facts: [FactsKey: ServerFacts] = [:]
    private var generation = 0

    /// Recent facts out of that cache.
    init(_ cache: FactsCache) {
        self.cache = cache
    }

    /// Facts that need not be asked for anew at that time of `WallClock.elapsedMilliseconds`; nil where the cache is to be asked.
    mutating func find(_ key: FactsKey, at time: Int64) -> ServerFacts? {
        guard generation == cache.generation else {
            generation = cache.generation
            facts = [:]
            return nil
        }
        guard let found = facts[key], FactsCache.isFresh(found, at: time, cache.lifetime) else { return nil }
        return found
    }

    /// Keeps what the cache answered.
    mutating func keep(_ found: ServerFacts, for key: FactsKey) {
        if facts.count >= Self.limit { facts = [:] }
        facts[key] = found
    }

    /// What one worker keeps at most; the cache has them all.
    private static let limit = 4096
}
