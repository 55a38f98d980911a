import Events
import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import TransportSecurity

/// The objects that all probes on one loop share: lookups, OpenSSL's settings, the trust store, and the recording.
///
/// Owned by a worker of the proxy, or by a `Prober`.
public final class ProbeContext {
    /// The loop of all probes.
    public let loop: EventLoop
    /// The lookups of names, with their cache.
    public let lookups: NameLookups
    let tls = ClientContext()
    /// The addresses of this machine and of the proxy's listeners.
    public let machine: MachineAddresses
    private(set) var settings: ProbeSettings
    /// The turns of the clients whose loads need handshakes.
    var turns = HandshakeTurns()
    private var evaluator: ChainEvaluator
    /// The identifier of the trust store in recordings.
    private var trustIdentifier: String
    private let record: (FactsEvent) -> Void
    /// The number of chains that probes and tunnels of one loop evaluate once: up to TLS 1.2, each tunnel shows the
    /// chain again.
    private static let chainLimit = 128
    private var services: (lookups: ServiceLookups, record: (ServiceEvent) -> Void)?

    /// A context on that loop. The handler receives the event of each probe for the recording.
    public init(
        _ loop: EventLoop, _ resolver: Resolver, _ settings: ProbeSettings, record: @escaping (FactsEvent) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.settings = settings
        self.record = record
        machine = try MachineAddresses()
        lookups = try NameLookups(loop, resolver)
        evaluator = ChainEvaluator(settings.trust, rememberingChains: Self.chainLimit)
        trustIdentifier = settings.trust.recordedIdentifier
    }

    /// Applies new settings to the probes that begin from now on.
    public func use(_ settings: ProbeSettings) {
        // A new evaluator has neither parsed roots nor known chains.
        if settings.trust != self.settings.trust {
            evaluator = ChainEvaluator(settings.trust, rememberingChains: Self.chainLimit)
            trustIdentifier = settings.trust.recordedIdentifier
        }
        self.settings = settings
    }

    /// Asks that resolver for the services of destinations. The handler receives the event of each answer for the
    /// recording.
    public func findServices(
        with resolver: ServiceResolver, record: @escaping (ServiceEvent) -> Void
    ) throws(SystemError) {
        services = (try ServiceLookups(loop, resolver), record)
    }

    /// Finds out, and records, the offers in the `HTTPS` records of the destination. Returns whether the DNS is asked;
    /// the handler is called then, when that is over.
    func findService(of authority: Authority, handler: @escaping () -> Void) -> Bool {
        guard let services, case .name(let name) = authority.host,
            ServiceQuestions(resolve: settings.resolve).mayAsk(about: authority)
        else { return false }
        return services.lookups.find(name, port: authority.port) { offer in
            if let offer {
                services.record(
                    ServiceEvent(
                        time: WallClock.now, host: authority.host, port: authority.port, records: offer.records,
                        protocols: offer.protocols.map { String(decoding: $0, as: UTF8.self) },
                        offersECH: offer.offersECH))
            }
            handler()
        }
    }

    /// Whether a client may reach a destination through an upstream proxy.
    public func permitThroughUpstreamProxy(
        _ destination: Authority, to client: IPAddress, by rules: DestinationRules
    ) -> Bool {
        rules.permitThroughUpstreamProxy(
            destination, given: settings.resolve.addresses(of: destination), to: client, on: machine.current)
    }

    /// Keeps the certificates that OpenSSL has parsed. The evaluation of that handshake need not parse them again.
    func keepCertificates(of handshake: ClientHandshake) {
        evaluator.keepCertificates(of: handshake)
    }

    /// Evaluates the chain of that handshake against the trust store of a system at the present time.
    public func evaluate(_ handshake: Handshake, for os: OSVersion) -> ChainEvaluation {
        evaluator.evaluate(handshake, for: os, at: WallClock.now)
    }

    /// The oldest system with the same trust store.
    public func system(for os: OSVersion) -> OSVersion { settings.trust.system(for: os) }

    /// Makes the facts of a probe, and records them. Equal facts have the same identity, a digest of the event without
    /// time, identity and the bytes on the wire.
    func facts(
        _ observation: Observation, _ attempts: [FactsEvent.Attempt], of authority: Authority, at address: IPAddress,
        largeHello: HelloExchange? = nil
    ) -> ServerFacts {
        var event = FactsEvent(
            time: Instant(milliseconds: 0), id: "", host: authority.host, port: authority.port, address: address,
            attempts: attempts)
        if case .secure(let handshake, _) = observation { event.largeHello = handshake.largeHello }
        event.id = "sha256:" + Digest.sha256(event.withoutExchanges.line).hexadecimal
        event.time = WallClock.now
        event.largeHelloExchange = largeHello
        // The identifier is that of the server's facts, whatever they are judged by.
        event.trust = trustIdentifier
        if case .secure(_, let evaluation) = observation, evaluation.anchor != .none, let root = evaluation.path.last {
            event.roots = [FactsEvent.Root(anchor: evaluation.anchor, certificate: root.der)]
        }
        record(event)
        return ServerFacts(
            authority: authority, address: address, observation: observation,
            foundAt: WallClock.elapsedMilliseconds, id: event.id)
    }
}
