import ForwardProxy
import Networking
import OpenSSL
import Testing
import TransportSecurity

@testable import Probing

@Suite struct FactFinderTests {
    @Test func noMoreThanItsBoundWaitBesideTheTraffic() throws {
        let loop = try EventLoop()
        let resolver = try Resolver(threads: 1) { _, _ in [] }
        let context = try ProbeContext(loop, resolver, ProbeSettings(trust: TrustStore())) { _ in }
        // What is found out is told to nobody here.
        let anywhere = Reachability(client: .v4(0x7F00_0001), isAllowed: { _, _ in true })
        var limits = Limits()
        (limits.probes, limits.probesPerClient) = (100_000, 100_000)
        let finder = FactFinder(context, FactsCache(lifetime: 300, limit: 10), limits) { _, _ in }
        var waits: [ProbeWait] = []
        while finder.hasRoomToWait, waits.count < 10_000 {
            let key = FactsCacheTests.key("h\(waits.count)")
            waits.append(try #require(finder.facts(for: key, isAllowed: anywhere, handler: { _ in })))
        }
        #expect(waits.count == 4096)
        finder.probed(1, .failed(.limitReached))
        #expect(finder.hasRoomToWait)
    }
}
