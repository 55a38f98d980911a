import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import Probing
import Testing
import TransportSecurity

@testable import ProxyServer

/// A relay between two peers that the test drives.
final class OpenTunnel {
    let parts: WorkerParts
    let client: Peer
    let server: Peer
    private(set) weak var relay: TunnelRelay?

    /// Opens a tunnel, and begins to pass bytes.
    ///
    /// - Parameters:
    ///   - early: What each side has sent before.
    ///   - finished: Which sides have already closed.
    init(
        _ parts: WorkerParts, early: (client: [UInt8], server: [UInt8]) = ([], []),
        finished: (client: Bool, origin: Bool) = (false, false)
    ) throws {
        self.parts = parts
        let load = parts.loadInTunnel()
        let (client, clientDescriptor, _) = try Peer.connected(parts.loop)
        let (server, serverDescriptor, _) = try Peer.connected(parts.loop)
        (self.client, self.server) = (client, server)
        let streams = (
            client: Stream(parts.loop, descriptor: clientDescriptor),
            server: Stream(parts.loop, descriptor: serverDescriptor)
        )
        try Self.receive(early.client, from: client, by: streams.client, parts.loop)
        try Self.receive(early.server, from: server, by: streams.server, parts.loop)
        let relay = TunnelRelay(
            parts.environment, client: streams.client, origin: streams.server, load: load,
            early: .init(client: early.client[...], origin: early.server[...]), finished: finished)
        self.relay = relay
        parts.environment.connections.insert(relay)
        relay.begin()
    }

    /// Lets a stream receive what a tunnel is given as early bytes, as it did before the tunnel.
    private static func receive(_ bytes: [UInt8], from peer: Peer, by stream: Stream, _ loop: EventLoop) throws {
        guard !bytes.isEmpty else { return }
        final class Reader: StreamOwner {}
        let reader = Reader(loop)
        stream.owner = reader
        stream.resumeReading()
        peer.send(bytes)
        _ = loop.run { stream.received == UInt64(bytes.count) }
        stream.pauseReading()
        stream.owner = nil
    }

    /// Whether the server gets exactly these bytes.
    func serverGets(_ bytes: [UInt8]) -> Bool { parts.loop.run { server.read() == bytes } }

    /// Whether the client gets exactly these bytes.
    func clientGets(_ bytes: [UInt8]) -> Bool { parts.loop.run { client.read() == bytes } }

    /// Whether the tunnel has ended and is released.
    var isOver: Bool { parts.loop.run { relay == nil } }

    /// The end that is recorded, such as `client: finished 3 5`.
    func end() throws -> [String] {
        try parts.ends().map {
            "\($0.endedBy.rawValue): \($0.how.rawValue) \($0.bytesFromClient) \($0.bytesFromServer)"
        }
    }
}

extension WorkerParts {
    /// A load whose tunnel is open. Where that is enforced, its server was probed.
    func loadInTunnel() -> LoadTask {
        var isPermitted = false
        let load = LoadTask(.connect(), from: Self.client, at: listener, in: loads) { reply in
            if case .permitted = reply { isPermitted = true }
        }
        let facts = Self.facts(about: load.authority)
        endProbe(for: load.factsKey, .facts(facts))
        load.begin()
        #expect(loop.run { isPermitted })
        load.connected(to: facts.address)
        load.tunnelOpens()
        return load
    }
}
