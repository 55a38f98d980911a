import ForwardProxy
import InternetNames
import Synchronization
import Testing
import TransportSecurity

@testable import Probing

@Suite struct FactsCacheTests {
    static func key(
        _ name: String, _ version: TLSVersion = .tls1_2, _ destinations: DestinationRules = DestinationRules(),
        trustGeneration: Int = 0, at address: IPAddress? = nil
    ) -> FactsKey {
        FactsKey(
            authority: Authority(host: .name(name), port: 443), address: address,
            offer: Offer(generation: .current, minimumVersion: version, selection: .forwardSecret), isLocalClient: true,
            trustGeneration: trustGeneration, destinations: destinations)
    }

    static func facts(_ name: String, at time: Int64, _ failure: HandshakeFailure = .alert(40)) -> ServerFacts {
        ServerFacts(
            authority: Authority(host: .name(name), port: 443), address: .v4(1),
            observation: .noHandshake(failure), foundAt: time, id: "sha256:\(name)")
    }

    private let start: Int64 = 1_000_000
    private let waiter = FactsCache.Waiter(ticket: 1) { _, _ in }

    @Test func oneProbesAndTheOthersWait() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).mustProbe)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).isUnderWay)
        #expect(cache.look(for: Self.key("b"), at: start, waiter: waiter).mustProbe)
        #expect(cache.look(for: Self.key("a", .tls1_0), at: start, waiter: waiter).mustProbe)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).known?.id == "sha256:a")
    }

    /// A repaired server is probed again within seconds, and one that stays refused at most once in five.
    @Test(arguments: [
        (4_999, Int64.min, false), (5_000, .min, true), (1, 1_000_001, true), (1, 1_000_000, false),
    ])
    func factsThatRefuseAreForgotten(age: Int64, forgotten: Int64, isForgotten: Bool) {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let (key, facts) = (Self.key("a"), Self.facts("a", at: start))
        _ = cache.look(for: key, at: start, waiter: waiter)
        cache.settle(key, .facts(facts), at: start)
        #expect(cache.expire(key, refusing: facts, at: start + age, forgotten: forgotten) == isForgotten)
        let answer = cache.look(for: key, at: start + age, waiter: waiter)
        #expect(answer.mustProbe == isForgotten)
        // Others wait for the same probe.
        #expect(!cache.expire(key, refusing: facts, at: start + age, forgotten: .min) || !isForgotten)
        guard isForgotten else { return }
        #expect(cache.look(for: key, at: start + age, waiter: waiter).isUnderWay)
        let newer = Self.facts("a", at: start + age)
        cache.settle(key, .facts(newer), at: start + age)
        #expect(!cache.expire(key, refusing: newer, at: start + age + 4_999, forgotten: forgotten))
    }

    @Test func allFactsAboutADestinationAreForgotten() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let keys = [Self.key("a"), Self.key("a", .tls1_0), Self.key("b")]
        for key in keys { cache.settle(key, .facts(Self.facts("a", at: start)), at: start) }
        let before = cache.generation
        cache.forget(Authority(host: .name("a"), port: 443))
        #expect(cache.generation != before && cache.count == 1)
        let mustProbe = keys.map { cache.look(for: $0, at: start, waiter: waiter).mustProbe }
        #expect(mustProbe == [true, true, false])
        // A probe that is under way goes on, and those that wait for it get its result.
        cache.forget(Authority(host: .name("a"), port: 443))
        #expect(cache.look(for: keys[0], at: start, waiter: waiter).isUnderWay)
    }

    /// An intercepted client chooses the address, and could choose one of its own for any name.
    @Test func addressesThatClientsChooseAreApart() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let chosen = [nil, IPAddress.v4(0x0A00_0001), .v4(0x0A00_0002)].map { Self.key("a", at: $0) }
        for key in chosen { #expect(cache.look(for: key, at: start, waiter: waiter).mustProbe) }
        cache.settle(chosen[1], .facts(Self.facts("a", at: start)), at: start)
        #expect(cache.look(for: chosen[1], at: start, waiter: waiter).known != nil)
        #expect(cache.look(for: chosen[0], at: start, waiter: waiter).isUnderWay)
        #expect(cache.look(for: chosen[2], at: start, waiter: waiter).isUnderWay)
    }

    @Test func everyWaiterIsTold() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let told = Mutex<[UInt64]>([])
        for ticket in 1...3 {
            let waiter = FactsCache.Waiter(ticket: UInt64(ticket)) { ticket, result in
                if case .failed(.prohibited) = result { told.withLock { $0.append(ticket) } }
            }
            _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        }
        cache.settle(Self.key("a"), .failed(.prohibited), at: start)
        #expect(told.withLock { $0 } == [1, 2, 3])
    }

    @Test func factsAreBelievedForTheirLifetimeAndFailuresNotAtAll() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
        #expect(cache.look(for: Self.key("a"), at: start + 299_000, waiter: waiter).known != nil)
        #expect(cache.look(for: Self.key("a"), at: start + 300_000, waiter: waiter).mustProbe)
        cache.settle(Self.key("a"), .failed(.upstream(.refused)), at: start)
        #expect(cache.look(for: Self.key("a"), at: start + 300_000, waiter: waiter).mustProbe)
    }

    /// Facts count as long as they are kept, and what is under way does not.
    @Test func factsAreNumbered() {
        let cache = FactsCache(lifetime: 300, limit: 16)
        func find(_ number: Int, at time: Int64, _ result: ProbeResult?) {
            _ = cache.look(for: Self.key("h\(number)"), at: time, waiter: waiter)
            let facts = ProbeResult.facts(Self.facts("h\(number)", at: time))
            cache.settle(Self.key("h\(number)"), result ?? facts, at: time)
        }
        _ = cache.look(for: Self.key("pending"), at: start, waiter: waiter)
        find(0, at: start, .failed(.prohibited))
        #expect(cache.count == 0)
        find(1, at: start, nil)
        find(1, at: start + 1, nil)
        #expect(cache.count == 1)
        #expect(cache.expire(Self.key("h1"), at: start + 20_000))
        #expect(cache.count == 0 && cache.evictedCount == 0)
        // A shard has room for one.
        for number in 0..<200 { find(number, at: start + Int64(number), nil) }
        #expect(cache.count <= 16 && cache.count + cache.evictedCount == 200)
        cache.forget(before: 1)
        #expect(cache.count == 0)
    }

    @Test func factsInUseAreRefreshedOnceBeforeTheyExpire() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
        #expect(!cache.look(for: Self.key("a"), at: start + 239_000, waiter: waiter).mustRefresh)
        #expect(cache.look(for: Self.key("a"), at: start + 240_000, waiter: waiter).mustRefresh)
        #expect(!cache.look(for: Self.key("a"), at: start + 241_000, waiter: waiter).mustRefresh)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start + 242_000)), at: start + 242_000)
        #expect(cache.look(for: Self.key("a"), at: start + 400_000, waiter: waiter).known != nil)
    }

    @Test func aRefreshThatFailsTakesNothingAway() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
        #expect(cache.look(for: Self.key("a"), at: start + 250_000, waiter: waiter).mustRefresh)
        cache.settle(Self.key("a"), .failed(.upstream(.refused)), at: start + 251_000)
        #expect(cache.look(for: Self.key("a"), at: start + 299_000, waiter: waiter).known != nil)
        #expect(cache.look(for: Self.key("a"), at: start + 300_000, waiter: waiter).mustProbe)
    }

    @Test func aRefreshThatFailedIsTriedAgainInAWhile() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        for failure in [ProbeResult.failed(.limitReached), .facts(Self.facts("a", at: start, .closed))] {
            cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
            #expect(cache.look(for: Self.key("a"), at: start + 240_000, waiter: waiter).mustRefresh)
            cache.settle(Self.key("a"), failure, at: start + 241_000)
            #expect(!cache.look(for: Self.key("a"), at: start + 245_999, waiter: waiter).mustRefresh)
            #expect(cache.look(for: Self.key("a"), at: start + 246_000, waiter: waiter).mustRefresh)
            #expect(!cache.look(for: Self.key("a"), at: start + 246_001, waiter: waiter).mustRefresh)
        }
    }

    /// A server that restarts closes connections as well, and is back a moment later.
    @Test(
        arguments: [
            (HandshakeFailure.closed, 5_000), (.timedOut, 5_000), (.alert(40), 300_000), (.notTLS, 300_000),
            (.malformed("x"), 300_000),
        ] as [(HandshakeFailure, Int64)])
    func whatMayBeOverInAMomentIsBelievedForSeconds(failure: HandshakeFailure, lifetime: Int64) {
        let cache = FactsCache(lifetime: 300, limit: 100)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start, failure)), at: start)
        #expect(cache.look(for: Self.key("a"), at: start + lifetime - 1, waiter: waiter).known != nil)
        #expect(cache.look(for: Self.key("a"), at: start + lifetime, waiter: waiter).mustProbe)
    }

    @Test func aFailureOfTheTransportTakesNoAnswerAway() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        cache.settle(Self.key("a"), .facts(Self.facts("good", at: start)), at: start)
        cache.settle(Self.key("a"), .facts(Self.facts("bad", at: start + 250_000, .closed)), at: start + 250_000)
        #expect(cache.look(for: Self.key("a"), at: start + 299_000, waiter: waiter).known?.id == "sha256:good")
        cache.settle(Self.key("a"), .facts(Self.facts("bad", at: start + 301_000, .closed)), at: start + 301_000)
        #expect(cache.look(for: Self.key("a"), at: start + 301_000, waiter: waiter).known?.id == "sha256:bad")
        cache.settle(Self.key("a"), .facts(Self.facts("new", at: start + 302_000)), at: start + 302_000)
        #expect(cache.look(for: Self.key("a"), at: start + 309_000, waiter: waiter).known?.id == "sha256:new")
    }

    @Test func factsThatLeadNowhereAreForgottenAtOnce() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let (old, new) = (Self.facts("a", at: start), Self.facts("a", at: start))
        let generation = cache.generation
        cache.settle(Self.key("a"), .facts(new), at: start)
        cache.expire(Self.key("a"), unreachable: old)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).known != nil)
        #expect(cache.generation == generation)
        cache.expire(Self.key("a"), unreachable: new)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).mustProbe)
        // Workers that keep it by themselves forget it as well.
        #expect(cache.generation != generation)
    }

    @Test func whoMayNotProbeLeavesNothingBehind() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let key = Self.key("a")
        #expect(cache.look(for: key, at: start, waiter: waiter, mayProbe: false).isUnprobed)
        #expect(cache.look(for: key, at: start, waiter: waiter).mustProbe)
        #expect(cache.look(for: key, at: start, waiter: waiter, mayProbe: false).isUnderWay)
        cache.settle(key, .facts(Self.facts("a", at: start)), at: start)
        let late = cache.look(for: key, at: start + 250_000, waiter: waiter, mayProbe: false)
        #expect(late.known != nil && !late.mustRefresh)
        #expect(cache.look(for: key, at: start + 250_000, waiter: waiter).mustRefresh)
    }

    @Test func aFullCacheForgetsTheOldest() {
        let cache = FactsCache(lifetime: 300, limit: 160)
        for number in 0..<1000 {
            let name = "host\(number)"
            _ = cache.look(for: Self.key(name), at: start, waiter: waiter)
            cache.settle(Self.key(name), .facts(Self.facts(name, at: start + Int64(number) * 10)), at: start)
        }
        let kept = (0..<1000).filter {
            cache.look(for: Self.key("host\($0)"), at: start + 9_000, waiter: waiter).known != nil
        }
        #expect(kept.count <= 160 && kept.count > 80)
        #expect(kept.contains(999))
    }

    /// Servers with large chains take no more memory than as many with ordinary ones; one of them is always kept.
    @Test(arguments: [(1_000, 16, 16), (90_000, 160, 20), (90_000, 16, 16)])
    func theCertificatesOfAFullCacheAreBounded(bytes: Int, limit: Int, most: Int) {
        let cache = FactsCache(lifetime: 300, limit: limit)
        let handshake = Handshake(
            offer: Offer(generation: .current), version: .tls1_3, cipherSuite: CipherSuite(rawValue: 0x1301),
            certificates: [[UInt8](repeating: 0, count: bytes)])
        let chain = ChainEvaluation(presented: [], path: [], anchor: .none)
        for number in 0..<1000 {
            let key = Self.key("host\(number)")
            let facts = ServerFacts(
                authority: key.authority, address: .v4(1), observation: .secure(handshake, chain),
                foundAt: start + Int64(number), id: "sha256:\(number)")
            _ = cache.look(for: key, at: start, waiter: waiter)
            cache.settle(key, .facts(facts), at: start)
        }
        #expect(cache.look(for: Self.key("host999"), at: start + 9_000, waiter: waiter).known != nil)
        #expect((1...most).contains(cache.count) && cache.count + cache.evictedCount == 1000)
    }

    /// Facts that expire within seconds take no room from older ones that hold for minutes.
    @Test func expiredFactsAreRemovedFirst() {
        // A shard has room for a hundred. Among those of a full shard are more than an eighth that have expired.
        let cache = FactsCache(lifetime: 300, limit: 1600)
        func find(_ name: String, at time: Int64, _ failure: HandshakeFailure) {
            _ = cache.look(for: Self.key(name), at: time, waiter: waiter)
            cache.settle(Self.key(name), .facts(Self.facts(name, at: time, failure)), at: time)
        }
        for number in 0..<600 { find("lasting\(number)", at: start, .alert(40)) }
        for number in 0..<800 { find("transient\(number)", at: start + 1, .closed) }
        for number in 0..<300 { find("new\(number)", at: start + 6_000, .alert(40)) }
        #expect(cache.evictedCount > 0)
        let lasting = (0..<600).filter {
            cache.look(for: Self.key("lasting\($0)"), at: start + 6_000, waiter: waiter).known != nil
        }
        #expect(lasting.count == 600)
    }

    @Test(arguments: [(9_000, false), (10_000, true)] as [(Int64, Bool)])
    func contradictedFactsExpireButNotAtOnce(age: Int64, expires: Bool) {
        let cache = FactsCache(lifetime: 300, limit: 100)
        for name in ["a", "b"] {
            _ = cache.look(for: Self.key(name), at: start, waiter: waiter)
            cache.settle(Self.key(name), .facts(Self.facts(name, at: start)), at: start)
        }
        #expect(cache.expire(Self.key("a"), at: start + age) == expires)
        #expect(cache.look(for: Self.key("a"), at: start + age, waiter: waiter).mustProbe == expires)
        #expect(cache.look(for: Self.key("b"), at: start + age, waiter: waiter).known != nil)
    }

    @Test func whatIsUnderWayOrUnknownDoesNotExpire() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        #expect(!cache.expire(Self.key("a"), at: start + 60_000) && !cache.expire(Self.key("b"), at: start + 60_000))
        #expect(cache.look(for: Self.key("a"), at: start + 60_000, waiter: waiter).isUnderWay)
    }

    @Test func whatOtherRulesFoundIsNotShared() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let strict = DestinationRules(denied: [DestinationPattern("10.0.0.0/8")].compactMap { $0 })
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
        #expect(cache.look(for: Self.key("a", .tls1_2, strict), at: start, waiter: waiter).mustProbe)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).known != nil)
    }

    /// After a reload that changes whom we trust or where we look, nobody is served by what was begun before it.
    @Test func whatRestsOnAnotherBasisServesNobody() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        #expect(cache.look(for: Self.key("a", trustGeneration: 1), at: start, waiter: waiter).mustProbe)
        cache.forget(before: 1)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), at: start)
        #expect(cache.look(for: Self.key("a", trustGeneration: 1), at: start, waiter: waiter).isUnderWay)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).mustProbe)
    }

    @Test func forgettingKeepsWhoWaitsAndWhatIsNew() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        for (name, trustGeneration) in [("a", 0), ("b", 1)] {
            _ = cache.look(for: Self.key(name, trustGeneration: trustGeneration), at: start, waiter: waiter)
            cache.settle(
                Self.key(name, trustGeneration: trustGeneration), .facts(Self.facts(name, at: start)), at: start)
        }
        _ = cache.look(for: Self.key("c"), at: start, waiter: waiter)
        cache.forget(before: 1)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).mustProbe)
        #expect(cache.look(for: Self.key("b", trustGeneration: 1), at: start, waiter: waiter).known != nil)
        #expect(cache.look(for: Self.key("c"), at: start, waiter: waiter).isUnderWay)
        // A worker that comes by here late takes nothing back.
        cache.forget(before: 0)
        cache.settle(Self.key("c"), .facts(Self.facts("c", at: start)), at: start)
        #expect(cache.look(for: Self.key("c"), at: start, waiter: waiter).mustProbe)
    }
}

extension FactsCache.Answer {
    var known: ServerFacts? { if case .known(let facts, _) = self { facts } else { nil } }
    fileprivate var mustRefresh: Bool { if case .known(_, true) = self { true } else { false } }
    fileprivate var isUnprobed: Bool { if case .unprobed = self { true } else { false } }
    fileprivate var isUnderWay: Bool { if case .underWay = self { true } else { false } }
    fileprivate var mustProbe: Bool { if case .mustProbe = self { true } else { false } }
}
