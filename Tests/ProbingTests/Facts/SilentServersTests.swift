import ForwardProxy
import InternetNames
import Testing
import TransportSecurity

@testable import Probing

@Suite struct SilentServersTests {
    private func server(_ port: UInt16) -> FactsKey {
        FactsKey(
            authority: Authority(host: .name("a.example"), port: port), offer: Offer(generation: .current),
            isLocalClient: true, trustGeneration: 0, destinations: DestinationRules())
    }

    @Test func believesSilenceForAWhile() {
        let servers = SilentServers()
        servers.insert(server(1), until: 100, at: 0)
        #expect(servers.contains(server(1), at: 99) && !servers.contains(server(2), at: 99))
        #expect(!servers.contains(server(1), at: 100))
    }

    @Test func believesAnAnswerAtOnce() {
        let servers = SilentServers()
        servers.insert(server(1), until: 100, at: 0)
        servers.remove(server(1))
        #expect(!servers.contains(server(1), at: 1))
    }

    @Test func keepsNoMoreThanItsLimit() {
        let servers = SilentServers(limit: 2)
        for port in UInt16(1)...3 { servers.insert(server(port), until: 100, at: 0) }
        #expect((UInt16(1)...3).count { servers.contains(server($0), at: 1) } == 2)
        #expect(servers.contains(server(3), at: 1))
    }
}
