import Events
import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import OpenSSL
import TransportSecurity

@testable import Probing

/// A server on loopback that answers each connection of a probe by its script, and what the probe found out.
final class ProbedServer {
    /// The hellos that have come, by connection.
    private(set) var hellos: [[UInt8]] = []
    private(set) var results: [ProbeResult] = []
    /// The events of the probe for the recording.
    private(set) var events: [FactsEvent] = []
    private(set) var probe: Probe?
    let server: PeerServer
    private var context: ProbeContext?
    private var open: [(peer: Peer, answer: Answer)] = []
    private let script: (Int) -> Answer
    /// The last property, because it must outlive the others.
    let loop: EventLoop

    /// What the server does once the hello is there.
    enum Answer {
        case nothing
        case close
        case reset
        /// Sends these bytes, and leaves the connection open.
        case send([UInt8])
        /// Sends these bytes, and then its end.
        case sendAndClose([UInt8])
    }

    /// Begins a probe of a server that answers its connections, counted from 0, in those ways.
    ///
    /// - Parameter handshake: The time for the probe in seconds.
    init(
        handshake: Double = 10, offer: Offer = Offer(generation: .ios18), script: @escaping (Int) -> Answer
    ) throws {
        let loop = try EventLoop()
        self.loop = loop
        self.script = script
        server = try PeerServer(loop)
        var limits = Limits()
        limits.handshake = handshake
        let resolver = try Resolver(threads: 1) { _, family in family == .v4 ? [.v4(0x7F00_0001)] : [] }
        let context = try ProbeContext(loop, resolver, ProbeSettings(trust: TrustStore(), limits: limits)) {
            [unowned self] in self.events.append($0)
        }
        self.context = context
        probe = Probe(
            context, Authority(host: .name("a.test"), port: server.address.port), offer, on: .newest,
            isAllowed: { _, _ in true }
        ) { [unowned self] _, result in self.results.append(result) }
    }

    /// Begins the probe, and turns the loop until it has a result, or until the condition holds.
    func run(until isMet: () -> Bool = { false }) -> Bool {
        if results.isEmpty, hellos.isEmpty, open.isEmpty { probe?.begin(at: nil) }
        return loop.run {
            while !server.waiting.isEmpty {
                open.append((Peer(server.waiting.removeFirst().descriptor), script(hellos.count + open.count)))
            }
            answer()
            return !results.isEmpty || isMet()
        }
    }

    /// Releases the probe.
    func release() { probe = nil }

    /// Whether the probe has closed all its connections by itself, before any further time is up.
    var sawEnds: Bool {
        loop.turn(times: 2)
        return silent.allSatisfy { $0.sees(.finished) || $0.end == .reset }
    }

    private var silent: [Peer] = []

    private func answer() {
        open.removeAll { peer, answer in
            guard !peer.read().isEmpty else { return false }
            hellos.append(peer.received)
            switch answer {
            case .nothing: silent.append(peer)
            case .close: peer.close()
            case .reset: peer.reset()
            case .send(let bytes):
                peer.send(bytes)
                silent.append(peer)
            case .sendAndClose(let bytes):
                peer.send(bytes)
                peer.finish()
                silent.append(peer)
            }
            return true
        }
    }

    /// The results, each as a line such as `failed silent` or `alert 40`.
    var lines: [String] {
        results.map { result in
            switch result {
            case .failed(let failure): "failed \(failure)"
            case .facts(let facts):
                switch facts.observation {
                case .noHandshake(let failure): Self.line(failure)
                case .secure, .cleartext, .certificates: "\(facts.observation)"
                }
            }
        }
    }

    static func line(_ failure: HandshakeFailure) -> String {
        switch failure {
        case .alert(let number): "alert \(number)"
        case .closed: "closed"
        case .timedOut: "timed out"
        case .notTLS: "no TLS"
        case .malformed: "malformed"
        }
    }
}
