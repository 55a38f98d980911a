import InternetNames
import Networking
import OpenSSL
import Recording
import TransportSecurity

/// What the probes of one loop have in common: how they find and reach destinations, make and read handshakes,
/// and tell what they found. A worker of the proxy owns one, and so does an `Prober`.
public final class ProbeContext {
    /// The loop that everything of this context lives on.
    public let loop: EventLoop
    /// The lookups of names, and what they found lately.
    public let lookups: NameLookups
    let tls = ClientContext()
    /// The addresses of this machine and of the proxy's listeners.
    public let machine: MachineAddresses
    private(set) var settings: ProbeSettings
    private var evaluator: ChainEvaluator
    private let record: (FactsEvent) -> Void

    /// A context on that loop. The handler is given each new finding, for a recording.
    public init(
        _ loop: EventLoop, _ resolver: Resolver, _ settings: ProbeSettings, record: @escaping (FactsEvent) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.settings = settings
        self.record = record
        machine = try MachineAddresses()
        lookups = try NameLookups(loop, resolver)
        evaluator = ChainEvaluator(settings.trust)
    }

    /// Uses those settings for what begins from now on.
    public func use(_ settings: ProbeSettings) {
        // Roots take long to read.
        if settings.trust != self.settings.trust { evaluator = ChainEvaluator(settings.trust) }
        self.settings = settings
    }

    /// Spares the coming evaluation of that handshake what OpenSSL has done for it already.
    func keepCertificates(of handshake: ClientHandshake) {
        evaluator.keepCertificates(of: handshake)
    }

    /// What the trust store makes of the certificates of a handshake, now.
    public func evaluate(_ handshake: Handshake) -> ChainEvaluation {
        evaluator.evaluate(handshake, at: WallClock.now)
    }

    /// Tells what a probe found, and gives it the identity by which decisions name it: the digest of what was
    /// found, so that equal facts have equal names.
    func facts(
        _ observation: Observation, _ attempts: [FactsEvent.Attempt], of authority: Authority, at address: IPAddress
    ) -> Facts {
        var event = FactsEvent(
            time: Instant(milliseconds: 0), id: "", host: authority.host, port: authority.port, address: address,
            attempts: attempts)
        let digest = Digest.sha256(event.line)
        event.id = "sha256:" + digest.hexadecimal
        event.time = WallClock.now
        record(event)
        return Facts(
            authority: authority, address: address, observation: observation,
            foundAt: WallClock.elapsedMilliseconds, id: event.id)
    }
}
