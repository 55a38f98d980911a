import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import Testing
import TransportSecurity

@testable import Probing

@Suite struct BackgroundProbesTests {
    /// A server that refuses every background hello refuses those of every system, as plain ATS sends them and with
    /// TLS 1.3 alone: each offers no more than one of these.
    @Test(arguments: ATSGeneration.allCases, ATSGeneration.allCases)
    func refusalsTellOfEverySystem(judging: ATSGeneration, other: ATSGeneration) {
        let asked = BackgroundProbes.offers(for: judging)
        var hellos = [Offer(generation: other)]
        if other >= .ios12 { hellos.append(Offer(generation: other, minimumVersion: .tls1_3)) }
        if other == .current { hellos.append(Offer(generation: other, minimumVersion: .tls1_2, selection: .niap)) }
        for hello in hellos {
            #expect(asked.contains { hello.isWithin($0) }, "\(hello.name) of \(other)")
        }
    }

    private static let listener = SocketAddress(.v4(0x7F00_0001), port: 8080)

    /// A reload reaches the target that is being probed as well as those that wait.
    @Test func aReloadReachesTheTargetThatIsProbed() throws {
        let loop = try EventLoop()
        let resolver = try Resolver(threads: 1) { _, _ in [] }
        let context = try ProbeContext(loop, resolver, ProbeSettings(trust: TrustStore())) { _ in }
        let finder = FactFinder(context, FactsCache(lifetime: 300, limit: 10), Limits()) { _, _ in }
        let probes = BackgroundProbes(context, finder, BackgroundProbeHistory(), trustGeneration: 0)
        let authority = Authority(host: .name("proxy.invalid"), port: 3128)
        let (old, new) = (
            UpstreamProxy(authority, credentials: BasicCredentials("ann:old")),
            UpstreamProxy(authority, credentials: BasicCredentials("ann:new"))
        )
        for host in ["a.example", "b.example"] {
            probes.add(
                BackgroundProbes.Target(
                    authority: Authority(host: .name(host), port: 443), address: .v4(0x7F00_0001), generation: .current,
                    client: .v4(0x7F00_0001), listener: Self.listener, destinations: DestinationRules(),
                    upstreamProxy: old))
        }
        probes.step()
        #expect(probes.current?.upstreamProxy == old && probes.waiting.count == 1)
        probes.reconfigured(trustGeneration: 0) { _ in (DestinationRules(), new) }
        #expect(probes.current?.upstreamProxy == new && probes.current?.address == nil)
        #expect(probes.waiting.map(\.upstreamProxy) == [new])
        let denied = DestinationRules(denied: [try #require(DestinationPattern("127.0.0.1"))])
        probes.reconfigured(trustGeneration: 0) { _ in (denied, nil) }
        #expect(probes.current?.destinations == denied && probes.current?.upstreamProxy == nil)
        probes.reconfigured(trustGeneration: 0) { _ in nil }
        #expect(probes.current == nil && probes.waiting.isEmpty)
    }
}
