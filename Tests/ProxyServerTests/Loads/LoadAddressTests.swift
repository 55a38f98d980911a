import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import Testing
import TransportSecurity

@testable import Probing
@testable import ProxyServer

/// Where a load may go.
@Suite struct LoadAddressTests {
    private static let loopback = IPAddress.v4(0x7F00_0001)
    private static let insecure: [String: PropertyValue] = ["NSAllowsArbitraryLoads": .boolean(true)]

    @Test func aNameIsLookedUp() throws {
        let parts = try WorkerParts(.observe)
        let asked = AskedLoad(parts, .connect(.name("a.example"), port: 8443))
        asked.load.begin()
        #expect(asked.replies.isEmpty)
        #expect(parts.loop.run { asked.replies == ["permitted"] })
        #expect(asked.addresses == [Self.loopback])
    }

    @Test(arguments: [Mode.enforce, .observe])
    func aProhibitedDestinationIsRefused(mode: Mode) throws {
        let denied = DestinationRules(denied: [try #require(DestinationPattern("127.0.0.1"))])
        let parts = try WorkerParts(mode, policy: Self.insecure, destinations: denied)
        let asked = AskedLoad(parts, .connect(.address(Self.loopback)))
        asked.load.begin()
        #expect(asked.replies == ["destinationProhibited"])
        #expect(try parts.summary() == ["failed: destination_ip_prohibited"])
    }

    /// No load of plain HTTP goes to the proxy itself.
    @Test func theProxyItselfIsNoDestination() throws {
        let parts = try WorkerParts(.observe)
        parts.loads.context.machine.listeners = [Authority(host: .address(Self.loopback), port: 80)]
        let asked = AskedLoad(parts, .get(.address(Self.loopback)))
        asked.load.begin()
        #expect(asked.replies == ["destinationProhibited"])
        #expect(try parts.summary() == ["failed: destination_ip_prohibited"])
    }

    @Test func factsThatLedToNobodyAreForgotten() throws {
        let parts = try WorkerParts(.enforce)
        let asked = AskedLoad(parts)
        let key = asked.load.factsKey
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: asked.load.authority)))
        asked.load.begin()
        #expect(asked.replies == ["permitted"])
        asked.load.connectFailed(.upstream(.refused))
        #expect(try parts.summary() == ["allowed", "failed: connection_refused"])
        // Nothing is known any more, so that the next load waits for a probe.
        parts.beginProbe(for: key)
        let next = AskedLoad(parts)
        next.load.begin()
        #expect(next.replies.isEmpty)
    }

    @Test func aServerThatSaysNothingIsRemembered() throws {
        let policy: [String: PropertyValue] = [
            "NSExceptionDomains": .dictionary([
                "a.example": .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])
            ])
        ]
        let parts = try WorkerParts(.enforce, policy: policy)
        let asked = AskedLoad(parts)
        let key = asked.load.factsKey
        parts.beginProbe(for: key)
        asked.load.begin()
        parts.endProbe(for: key, .failed(.silent))
        #expect(parts.loop.run { asked.replies == ["permitted"] })
        #expect(try parts.decisions().first?.notes.contains { $0.code == .silentServer } == true)
        // The next load does not wait for the time of a probe.
        parts.beginProbe(for: key)
        let next = AskedLoad(parts)
        next.load.begin()
        #expect(parts.loop.run { next.replies == ["permitted"] })
    }

    @Test func anIdleConnectionServesALoadOnce() throws {
        let parts = try WorkerParts(.observe)
        let asked = AskedLoad(parts, .get(.address(Self.loopback)))
        let (peer, descriptor, _) = try Peer.connected(parts.loop)
        let stream = Stream(parts.loop, descriptor: descriptor)
        parts.loads.pool.keep(stream, to: Self.loopback, for: asked.load.originKey)
        asked.load.begin()
        #expect(asked.replies == ["permitted"])
        #expect(asked.load.takeIdleOrigin()?.stream === stream && asked.load.takeIdleOrigin() == nil)
        let next = AskedLoad(parts, .get(.address(Self.loopback)))
        next.load.begin()
        #expect(next.load.takeIdleOrigin() == nil)
        withExtendedLifetime(peer) {}
    }
}
