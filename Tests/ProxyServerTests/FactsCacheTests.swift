import ForwardProxy
import Libevent
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct FactsCacheTests {
    static func key(
        _ name: String, _ version: TLSVersion = .tls1_2, _ destinations: DestinationRules = DestinationRules()
    ) -> FactsKey {
        FactsKey(
            authority: Authority(host: .name(WireText(name)), port: 443),
            offer: Offer(profile: .current, minimumVersion: version, selection: .forwardSecret), isLocalClient: true,
            destinations: destinations)
    }

    static func facts(_ name: String, at time: Instant) -> Facts {
        Facts(
            authority: Authority(host: .name(WireText(name)), port: 443), address: .v4(1),
            observation: .unexaminable(.closed),
            time: time, id: "sha256:\(name)")
    }

    private let start = Instant(seconds: 1000)
    private let mailbox: Mailbox<WorkerMessage>
    private let waiter: FactsCache.Waiter

    init() throws {
        mailbox = try Mailbox()
        waiter = FactsCache.Waiter(mailbox: mailbox, ticket: 1)
    }

    @Test func oneExaminesAndTheOthersWait() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).isToExamine)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).isUnderWay)
        #expect(cache.look(for: Self.key("b"), at: start, waiter: waiter).isToExamine)
        #expect(cache.look(for: Self.key("a", .tls1_0), at: start, waiter: waiter).isToExamine)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).known?.id == "sha256:a")
    }

    @Test func everyWaiterIsTold() throws {
        let cache = FactsCache(lifetime: 300, limit: 100)
        for ticket in 1...3 {
            _ = cache.look(for: Self.key("a"), at: start, waiter: .init(mailbox: mailbox, ticket: UInt64(ticket)))
        }
        cache.settle(Self.key("a"), .failed(.prohibited), since: cache.epoch)
        let loop = try EventLoop()
        var tickets: [UInt64] = []
        let reader = mailbox.open(on: loop) { message in
            if case .examined(let ticket, .failed(.prohibited)) = message { tickets.append(ticket) }
            if tickets.count == 3 { loop.stop() }
        }
        loop.run()
        #expect(tickets == [1, 2, 3])
        withExtendedLifetime(reader) {}
    }

    @Test func factsAreBelievedForTheirLifetimeAndFailuresNotAtAll() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a"), at: start + 299, waiter: waiter).known != nil)
        #expect(cache.look(for: Self.key("a"), at: start + 300, waiter: waiter).isToExamine)
        cache.settle(Self.key("a"), .failed(.upstream(.refused)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a"), at: start + 300, waiter: waiter).isToExamine)
    }

    @Test func factsInUseAreRefreshedOnceBeforeTheyExpire() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: cache.epoch)
        #expect(!cache.look(for: Self.key("a"), at: start + 239, waiter: waiter).mustRefresh)
        #expect(cache.look(for: Self.key("a"), at: start + 240, waiter: waiter).mustRefresh)
        #expect(!cache.look(for: Self.key("a"), at: start + 241, waiter: waiter).mustRefresh)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start + 242)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a"), at: start + 400, waiter: waiter).known != nil)
    }

    @Test func aRefreshThatFailsTakesNothingAway() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a"), at: start + 250, waiter: waiter).mustRefresh)
        cache.settle(Self.key("a"), .failed(.upstream(.refused)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a"), at: start + 299, waiter: waiter).known != nil)
        #expect(cache.look(for: Self.key("a"), at: start + 300, waiter: waiter).isToExamine)
    }

    @Test func aFullCacheForgetsTheOldest() {
        let cache = FactsCache(lifetime: 300, limit: 160)
        for number in 0..<1000 {
            let name = "host\(number)"
            _ = cache.look(for: Self.key(name), at: start, waiter: waiter)
            cache.settle(Self.key(name), .facts(Self.facts(name, at: start + Int64(number) / 100)), since: cache.epoch)
        }
        let kept = (0..<1000).filter {
            cache.look(for: Self.key("host\($0)"), at: start + 9, waiter: waiter).known != nil
        }
        #expect(kept.count <= 160 && kept.count > 80)
        #expect(kept.contains(999))
    }

    @Test(arguments: [(9, false), (10, true)] as [(Int64, Bool)])
    func contradictedFactsExpireButNotAtOnce(age: Int64, expires: Bool) {
        let cache = FactsCache(lifetime: 300, limit: 100)
        for name in ["a", "b"] {
            _ = cache.look(for: Self.key(name), at: start, waiter: waiter)
            cache.settle(Self.key(name), .facts(Self.facts(name, at: start)), since: cache.epoch)
        }
        #expect(cache.expire(Self.key("a"), at: start + age) == expires)
        #expect(cache.look(for: Self.key("a"), at: start + age, waiter: waiter).isToExamine == expires)
        #expect(cache.look(for: Self.key("b"), at: start + age, waiter: waiter).known != nil)
    }

    @Test func whatIsUnderWayOrUnknownDoesNotExpire() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        #expect(!cache.expire(Self.key("a"), at: start + 60) && !cache.expire(Self.key("b"), at: start + 60))
        #expect(cache.look(for: Self.key("a"), at: start + 60, waiter: waiter).isUnderWay)
    }

    @Test func whatOtherRulesFoundIsNotShared() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let strict = DestinationRules(denied: [DestinationPattern("10.0.0.0/8")].compactMap { $0 })
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: cache.epoch)
        #expect(cache.look(for: Self.key("a", .tls1_2, strict), at: start, waiter: waiter).isToExamine)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).known != nil)
    }

    @Test func whatWasBegunBeforeEverythingWasForgottenIsNotKept() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        let epoch = cache.epoch
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        cache.forgetAll()
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: epoch)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).isToExamine)
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: cache.epoch)
        // Late as it is, it takes nothing away from what is newer.
        cache.settle(Self.key("a"), .facts(Self.facts("a", at: start)), since: epoch)
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).known != nil)
    }

    @Test func forgettingKeepsWhoWaits() {
        let cache = FactsCache(lifetime: 300, limit: 100)
        _ = cache.look(for: Self.key("a"), at: start, waiter: waiter)
        _ = cache.look(for: Self.key("b"), at: start, waiter: waiter)
        cache.settle(Self.key("b"), .facts(Self.facts("b", at: start)), since: cache.epoch)
        cache.forgetAll()
        #expect(cache.look(for: Self.key("a"), at: start, waiter: waiter).isUnderWay)
        #expect(cache.look(for: Self.key("b"), at: start, waiter: waiter).isToExamine)
    }
}

extension FactsCache.Answer {
    var known: Facts? { if case .known(let facts, _) = self { facts } else { nil } }
    fileprivate var mustRefresh: Bool { if case .known(_, true) = self { true } else { false } }
    fileprivate var isUnderWay: Bool { if case .underWay = self { true } else { false } }
    fileprivate var isToExamine: Bool { if case .toExamine = self { true } else { false } }
}
