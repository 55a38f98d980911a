import Libevent
import OpenSSL
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite struct FactFinderTests {
    @Test func noMoreThanItsBoundWaitBesideTheTraffic() throws {
        let loop = try EventLoop()
        let resolver = try Resolver(threads: 1) { _, _ in [] }
        let context = try ExaminationContext(loop, resolver, ExaminationSettings(trust: TrustStore())) { _ in }
        // What may not be examined is answered through the mailbox, which nobody reads here.
        let finder = FactFinder(
            context, FactsCache(lifetime: 300, limit: 10), try Mailbox<WorkerMessage>(), limit: 0)
        var waits: [ExaminationWait] = []
        while finder.hasRoomToWait, waits.count < 10_000 {
            let key = FactsCacheTests.key("h\(waits.count)")
            waits.append(try #require(finder.facts(for: key, isAllowed: { _, _ in true }, handler: { _ in })))
        }
        #expect(waits.count == 4096)
        finder.examined(1, .failed(.limitReached))
        #expect(finder.hasRoomToWait)
    }
}
