import Events
import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import Testing
import TransportSecurity

@testable import Probing
@testable import ProxyServer

@Suite struct LoadTaskTests {
    private static let loopback = IPAddress.v4(0x7F00_0001)

    private static func endTunnel(_ load: LoadTask, failure: LoadFailure? = nil) {
        load.tunnelEnded(
            .finished(first: .client), fromClient: 3, fromServer: 5, clientRefusal: nil, failure: failure)
    }

    // MARK: - Enforce

    @Test func anEnforcedLoadWaitsForItsFacts() throws {
        let parts = try WorkerParts(.enforce)
        let asked = AskedLoad(parts)
        let key = asked.load.factsKey
        parts.beginProbe(for: key)
        asked.load.begin()
        parts.loop.turn(times: 3)
        #expect(asked.replies.isEmpty)
        #expect(try parts.lines().isEmpty)
        let address = IPAddress.v4(0xC000_0201)
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: asked.load.authority, at: address)))
        #expect(parts.loop.run { asked.replies == ["permitted"] })
        // The load goes where the probe was, wherever the name leads now.
        #expect(asked.addresses == [address])
        #expect(try parts.summary() == ["allowed"])
        asked.load.connected(to: address)
        Self.endTunnel(asked.load)
        #expect(try parts.summary() == ["allowed", "closed by client: finished"])
        #expect(try parts.ends().first?.kind == parts.decisions().first?.kind)
    }

    @Test func anEnforcedLoadIsRefusedByItsFacts() throws {
        let parts = try WorkerParts(.enforce, rules: .standard(logs: nil))
        let asked = AskedLoad(parts)
        parts.endProbe(
            for: asked.load.factsKey, .facts(WorkerParts.facts(about: asked.load.authority)))
        asked.load.begin()
        #expect(asked.replies == ["blocked"])
        asked.load.exchangeEnded(
            ExchangeSummary(request: nil, status: 403, endedBy: .proxy, ending: .complete), fromClient: 1, fromServer: 0
        )
        // A load that did not go has no end of its own.
        #expect(try parts.summary() == ["blocked"])
        #expect(try parts.decisions().first?.violations.isEmpty == false)
    }

    /// Facts that would refuse are looked for once more where they are not new.
    @Test func refusingFactsAreFoundAgainOnce() throws {
        let parts = try WorkerParts(.enforce, rules: .standard(logs: nil))
        let asked = AskedLoad(parts)
        let key = asked.load.factsKey
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: asked.load.authority)))
        // A reload makes all earlier facts too old to refuse by.
        parts.loop.turn(times: 3)
        parts.loads.facts.forgetRefusals()
        asked.load.begin()
        #expect(asked.replies.isEmpty && asked.load.hasForgottenRefusal)
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: asked.load.authority, id: "sha256:b")))
        #expect(parts.loop.run { asked.replies == ["blocked"] })
        #expect(try parts.decisions().map(\.facts) == ["sha256:b"])
    }

    @Test func aFailedProbeRefusesAnEnforcedLoad() throws {
        let parts = try WorkerParts(.enforce)
        let asked = AskedLoad(parts)
        let key = asked.load.factsKey
        parts.beginProbe(for: key)
        asked.load.begin()
        parts.endProbe(for: key, .failed(.upstream(.refused)))
        #expect(parts.loop.run { asked.replies == ["upstream(ForwardProxy.UpstreamError.refused)"] })
        #expect(try parts.summary() == ["failed: connection_refused"])
    }

    @Test func aClientThatLeavesBeforeTheFactsIsRecordedOnce() throws {
        let parts = try WorkerParts(.enforce)
        var asked: AskedLoad? = AskedLoad(parts)
        let key = try #require(asked?.load.factsKey)
        parts.beginProbe(for: key)
        asked?.load.begin()
        asked?.load.exchangeEnded(
            ExchangeSummary(request: nil, status: nil, endedBy: .client, ending: .cutShort), fromClient: 9,
            fromServer: 0)
        weak let load = asked?.load
        asked = nil
        #expect(load == nil)
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: .init(host: .name("a.example"), port: 443))))
        parts.loop.turn(times: 5)
        #expect(try parts.summary() == ["failed: http_request_error"])
    }

    @Test func aStopRefusesALoadThatWaits() throws {
        let parts = try WorkerParts(.enforce)
        let asked = AskedLoad(parts)
        parts.beginProbe(for: asked.load.factsKey)
        asked.load.begin()
        for _ in 0..<2 { asked.load.exchangeStopped(fromClient: 1, fromServer: 0) }
        #expect(try parts.summary() == ["failed: proxy_internal_response"])
    }

    // MARK: - Observe

    @Test func anObservedLoadGoesAtOnceAndIsJudgedLater() throws {
        let parts = try WorkerParts(.observe, rules: .standard(logs: nil))
        let asked = AskedLoad(parts, .connect(.address(Self.loopback)))
        let key = asked.load.factsKey
        parts.beginProbe(for: key)
        asked.load.begin()
        #expect(asked.replies == ["permitted"] && asked.addresses == [Self.loopback])
        asked.load.connected(to: Self.loopback)
        asked.load.clientHelloSeen()
        #expect(try parts.lines().isEmpty)
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: asked.load.authority)))
        parts.loads.facts.endDelays()
        #expect(try parts.loop.run { try parts.summary() == ["would-block"] })
        Self.endTunnel(asked.load)
        #expect(try parts.summary() == ["would-block", "closed by client: finished"])
        #expect(try parts.decisions().map(\.ended) == [nil])
    }

    /// The load outlives its connection until the probe is over, and no longer.
    @Test func aTunnelMayEndBeforeItsVerdict() throws {
        let parts = try WorkerParts(.observe)
        var asked: AskedLoad? = AskedLoad(parts, .connect(.address(Self.loopback)))
        let (key, authority) = try #require(asked.map { ($0.load.factsKey, $0.load.authority) })
        parts.beginProbe(for: key)
        asked?.load.begin()
        asked?.load.connected(to: Self.loopback)
        asked?.load.clientHelloSeen()
        parts.loads.facts.endDelays()
        if let load = asked?.load { Self.endTunnel(load) }
        weak let load = asked?.load
        asked = nil
        #expect(load != nil)
        #expect(try parts.summary() == ["closed by client: finished"])
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: authority)))
        #expect(parts.loop.run { load == nil })
        #expect(try parts.summary() == ["closed by client: finished", "allowed"])
        #expect(try parts.ends().first?.kind == nil)
        #expect(try parts.decisions().first?.ended == EndedLoad(bytesFromClient: 3, bytesFromServer: 5))
    }

    @Test func aStopGivesALoadThatHasGoneItsDecision() throws {
        let parts = try WorkerParts(.observe)
        let asked = AskedLoad(parts, .connect(.address(Self.loopback)))
        parts.beginProbe(for: asked.load.factsKey)
        asked.load.begin()
        asked.load.connected(to: Self.loopback)
        asked.load.clientHelloSeen()
        parts.loads.facts.endDelays()
        Self.endTunnel(asked.load)
        for _ in 0..<2 { parts.loads.waiting.stop() }
        #expect(try parts.summary() == ["closed by client: finished", "failed: proxy_internal_response"])
        #expect(try parts.decisions().first?.ended?.bytesFromClient == 3)
    }

    @Test func aTunnelWithoutAHandshakeIsNotProbed() throws {
        let parts = try WorkerParts(.observe)
        let asked = AskedLoad(parts, .connect(.address(Self.loopback)))
        asked.load.begin()
        asked.load.connected(to: Self.loopback)
        Self.endTunnel(asked.load)
        #expect(try parts.summary() == ["closed by client: finished", "allowed"])
        #expect(try parts.decisions().first?.notes.contains { $0.code == .notProbed } == true)
        #expect(parts.counters.probes.running.value == 0)
    }

    @Test func aFailureInATunnelComesBehindTheVerdict() throws {
        let parts = try WorkerParts(.observe)
        let asked = AskedLoad(parts, .connect(.address(Self.loopback)))
        let key = asked.load.factsKey
        parts.beginProbe(for: key)
        asked.load.begin()
        asked.load.connected(to: Self.loopback)
        asked.load.clientHelloSeen()
        parts.loads.facts.endDelays()
        Self.endTunnel(asked.load, failure: .upstream(.closedBeforeResponse))
        parts.endProbe(for: key, .facts(WorkerParts.facts(about: asked.load.authority)))
        #expect(try parts.loop.run { try parts.lines().count == 3 })
        let summary = try parts.summary()
        #expect(summary.prefix(2) == ["closed by client: finished", "allowed"] && summary[2].hasPrefix("failed"))
    }
}
