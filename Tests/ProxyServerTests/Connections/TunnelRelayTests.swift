import ForwardProxy
import LoopPeers
import Networking
import TLSSamples
import Testing
import TransportSecurity

@testable import ProxyServer

@Suite(.timeLimit(.minutes(1))) struct TunnelRelayTests {
    private static func limits(_ set: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        set(&limits)
        return limits
    }

    @Test func bytesPassBothWaysAndAreCounted() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts)
        #expect(parts.counters.openTunnels.value == 1 && parts.counters.tunnels.value == 1)
        tunnel.client.send("question")
        #expect(tunnel.serverGets(Array("question".utf8)))
        tunnel.server.send("answers")
        #expect(tunnel.clientGets(Array("answers".utf8)))
        tunnel.client.finish()
        tunnel.server.finish()
        #expect(tunnel.isOver)
        #expect(try tunnel.end() == ["client: finished 8 7"])
        #expect(parts.counters.bytesFromClients.value == 8 && parts.counters.bytesFromServers.value == 7)
        #expect(parts.counters.openTunnels.value == 0 && parts.environment.connections.isEmpty)
    }

    /// After the handshake the bytes do not pass through the relay's own memory any more.
    @Test(arguments: ["full12", "full13"])
    func bytesPassAfterTheHandshakeAsWell(script: String) throws {
        let script = script == "full12" ? TLSBytes.full12 : TLSBytes.full13
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts)
        var (sent, answered): ([UInt8], [UInt8]) = ([], [])
        let much = [UInt8](repeating: 0x61, count: 300_000)
        for (side, bytes) in script + [
            (.client, TLSBytes.data), (.server, TLSBytes.data), (.client, much), (.server, much),
        ] {
            switch side {
            case .client:
                tunnel.client.send(bytes)
                sent += bytes
                #expect(tunnel.serverGets(sent))
            case .server:
                tunnel.server.send(bytes)
                answered += bytes
                #expect(tunnel.clientGets(answered))
            }
        }
        tunnel.server.finish()
        #expect(parts.loop.run { tunnel.client.sees(.finished) })
        tunnel.client.finish()
        #expect(tunnel.isOver)
        #expect(try tunnel.end() == ["server: finished \(sent.count) \(answered.count)"])
        #expect(parts.counters.bytesFromClients.value == sent.count)
        #expect(parts.counters.bytesFromServers.value == answered.count)
    }

    @Test func earlyBytesComeFirst() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts, early: (Array("early ".utf8), Array("banner ".utf8)))
        tunnel.client.send("later")
        tunnel.server.send("more")
        #expect(tunnel.serverGets(Array("early later".utf8)) && tunnel.clientGets(Array("banner more".utf8)))
        tunnel.client.finish()
        tunnel.server.finish()
        #expect(tunnel.isOver)
        #expect(try tunnel.end() == ["client: finished 11 11"])
    }

    @Test func theServerMaySendOnAfterTheClientHasFinished() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts)
        tunnel.client.send("ask")
        tunnel.client.finish()
        #expect(parts.loop.run { tunnel.server.sees(.finished) } && tunnel.server.received == Array("ask".utf8))
        parts.loop.turn(times: 5)
        #expect(tunnel.client.sees(.none) && tunnel.relay != nil)
        tunnel.server.send("late")
        #expect(tunnel.clientGets(Array("late".utf8)))
        tunnel.server.finish()
        #expect(tunnel.isOver && parts.loop.run { tunnel.client.sees(.finished) })
        #expect(try tunnel.end() == ["client: finished 3 4"])
    }

    @Test func theClientMaySendOnAfterTheServerHasFinished() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts)
        tunnel.server.send("banner")
        tunnel.server.finish()
        #expect(parts.loop.run { tunnel.client.sees(.finished) } && tunnel.client.received == Array("banner".utf8))
        parts.loop.turn(times: 5)
        #expect(tunnel.server.sees(.none) && tunnel.relay != nil)
        tunnel.client.send("late")
        #expect(tunnel.serverGets(Array("late".utf8)))
        tunnel.client.finish()
        #expect(tunnel.isOver && parts.loop.run { tunnel.server.sees(.finished) })
        #expect(try tunnel.end() == ["server: finished 4 6"])
    }

    @Test func aSideThatHadFinishedBeforeIsPassedOn() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts, early: (Array("ask".utf8), []), finished: (true, false))
        #expect(parts.loop.run { tunnel.server.sees(.finished) } && tunnel.server.received == Array("ask".utf8))
        tunnel.server.send("answer")
        tunnel.server.finish()
        #expect(tunnel.isOver && tunnel.clientGets(Array("answer".utf8)))
        #expect(try tunnel.end() == ["client: finished 3 6"])
    }

    @Test func aTunnelThatBothHadFinishedIsOverAtOnce() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts, finished: (true, true))
        #expect(tunnel.relay == nil)
        #expect(try tunnel.end() == ["client: finished 0 0"])
    }

    /// A side that takes nothing stops the other one, whether or not the tunnel is inspected: the flight of this server does
    /// not end.
    @Test(arguments: [true, false])
    func aStalledReaderStopsTheSender(isInspected: Bool) throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts)
        var expected = 0
        for (side, bytes) in isInspected ? Array(TLSBytes.full13.prefix(2)) : TLSBytes.full12 {
            if side == .client { tunnel.client.send(bytes) } else { tunnel.server.send(bytes) }
            if side == .server { expected += bytes.count }
            parts.loop.turn(times: 3)
        }
        #expect(parts.loop.run { tunnel.client.read().count == expected })
        tunnel.client.clear()
        let piece = (0..<60).flatMap { TLSBytes.record(23, [UInt8](repeating: UInt8($0), count: 16_000)) }
        var sent = 0
        var idleTurns = 0
        while sent < 100_000_000, idleTurns < 20 {
            let count = tunnel.server.send(Array(piece.dropFirst(sent % piece.count)))
            (sent, idleTurns) = (sent + count, count == 0 ? idleTurns + 1 : 0)
            parts.loop.turn()
        }
        // The buffers of the system take some of it, and the relay no more than one read beyond its limit.
        #expect(sent < 50_000_000 && idleTurns == 20)
        // The other way is open meanwhile.
        tunnel.client.send("x")
        #expect(parts.loop.run { tunnel.server.read().last == UInt8(ascii: "x") })
        #expect(parts.loop.run(within: 30_000) { tunnel.client.read().count == sent })
        let isUnchanged = stride(from: 0, to: sent, by: piece.count).allSatisfy { start in
            tunnel.client.received[start..<min(start + piece.count, sent)].elementsEqual(piece.prefix(sent - start))
        }
        #expect(isUnchanged)
        tunnel.server.finish()
        #expect(parts.loop.run { tunnel.client.sees(.finished) })
    }

    @Test func aResetOfOneSideResetsTheOther() throws {
        for isOfClient in [true, false] {
            let parts = try WorkerParts(.observe)
            let tunnel = try OpenTunnel(parts)
            tunnel.client.send("ask")
            #expect(tunnel.serverGets(Array("ask".utf8)))
            (isOfClient ? tunnel.client : tunnel.server).reset()
            #expect(tunnel.isOver)
            let other = isOfClient ? tunnel.server : tunnel.client
            #expect(parts.loop.run { other.sees(.reset) })
            #expect(try tunnel.end() == ["\(isOfClient ? "client" : "server"): reset 3 0"])
        }
    }

    @Test func aTunnelThatIsIdleForTooLongEnds() throws {
        let parts = try WorkerParts(.observe, limits: Self.limits { $0.tunnelIdle = 0.5 })
        let tunnel = try OpenTunnel(parts)
        parts.loop.turn(times: 5)
        let beforeLastByte = WallClock.elapsedMilliseconds
        tunnel.client.send("x")
        #expect(tunnel.serverGets([UInt8(ascii: "x")]) && tunnel.isOver)
        // The byte has put the end off.
        #expect(WallClock.elapsedMilliseconds - beforeLastByte >= 500)
        #expect(parts.loop.run { tunnel.client.sees(.reset) && tunnel.server.sees(.reset) })
        #expect(try tunnel.end() == ["proxy: timeout 1 0"])
    }

    @Test func aStopEndsTheTunnelOnce() throws {
        let parts = try WorkerParts(.observe)
        let tunnel = try OpenTunnel(parts)
        tunnel.relay?.drain()
        tunnel.relay?.reconfigured()
        #expect(tunnel.relay != nil)
        let relay = try #require(tunnel.relay)
        relay.stop()
        relay.stop()
        relay.end(.idle)
        #expect(try tunnel.end() == ["proxy: drained 0 0"])
        #expect(parts.counters.openTunnels.value == 0)
    }

    /// Cleartext where TLS is required never reaches the server.
    @Test func aBlockedTunnelIsReset() throws {
        let parts = try WorkerParts(.enforce)
        let load = parts.loadInTunnel()
        #expect(load.enforcement == .tlsRequired)
        let tunnel = try OpenTunnel(parts)
        let request = "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"
        tunnel.client.send(request)
        #expect(tunnel.isOver)
        #expect(parts.loop.run { tunnel.client.sees(.reset) && tunnel.server.sees(.reset) })
        #expect(tunnel.server.received.isEmpty)
        #expect(try tunnel.end() == ["proxy: blocked \(request.utf8.count) 0"])
    }
}
