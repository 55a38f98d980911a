import Testing
import TransportSecurity

@testable import Probing

@Suite struct RecentFactsTests {
    private let start: Int64 = 1_000_000
    private let cache = FactsCache(lifetime: 300, limit: 100)
    private let key = FactsCacheTests.key("a")

    private func kept() -> RecentFacts {
        var recent = RecentFacts(cache)
        // The first look learns the cache's generation.
        _ = recent.find(key, at: start)
        recent.keep(FactsCacheTests.facts("a", at: start), for: key)
        return recent
    }

    @Test func findsWhatWasKeptUntilItMustBeRefreshed() {
        var recent = kept()
        #expect(recent.find(key, at: start + 239_000)?.id == "sha256:a")
        #expect(recent.find(key, at: start + 240_000) == nil)
        #expect(recent.find(FactsCacheTests.key("b"), at: start) == nil)
    }

    @Test func aCrowdIsForgottenWhole() {
        var recent = kept()
        for number in 0..<4096 {
            let name = "host\(number)"
            recent.keep(FactsCacheTests.facts(name, at: start), for: FactsCacheTests.key(name))
        }
        #expect(recent.find(key, at: start) == nil)
        #expect(recent.find(FactsCacheTests.key("host4095"), at: start) != nil)
    }

    @Test func forgetsWhenTheCacheBelievesNoLonger() {
        var recent = kept()
        cache.forget(before: 1)
        #expect(recent.find(key, at: start) == nil)
        #expect(recent.find(key, at: start) == nil)
    }

    @Test func followsAShorterLifetime() {
        var recent = kept()
        cache.use(lifetime: 10, limit: 100)
        _ = recent.find(key, at: start)
        recent.keep(FactsCacheTests.facts("a", at: start), for: key)
        #expect(recent.find(key, at: start + 7_000) != nil)
        #expect(recent.find(key, at: start + 8_000) == nil)
    }
}
