import ForwardProxy
import InternetNames
import Networking
import OpenSSL
import Probing
import TransportSecurity

/// The objects that the loads of one worker share: the sources of facts and addresses, and the destinations of events.
final class LoadEnvironment {
    /// Finds addresses, and evaluates certificates.
    let context: ProbeContext
    /// Finds facts about servers.
    let facts: FactFinder
    /// The facts of all workers.
    let factsCache: FactsCache
    /// The idle connections of plain HTTP.
    let pool: OriginPool
    /// The requirements of policies for recent loads.
    let requirements: RequirementsCache
    /// The counts of the worker.
    let counters: WorkerCounters
    /// Writes events.
    let recorder: LoadRecorder
    /// The servers that send nothing in answer to a ClientHello.
    let silentServers: SilentServers
    /// The test cases that clients have named.
    let labels: ClientLabels
    /// The certificates of sessions that may be resumed.
    let sessionCertificates: SessionCertificates
    /// Probes servers in the background with the hellos of other policies; nil with `--examine needed`.
    var backgroundProbes: BackgroundProbes?
    /// The loads that wait for a probe in the background. Some have outlived their connections.
    let waiting = WaitingLoads()
    /// The number of the configuration's trust and address settings that facts rest on. Every worker counts alike.
    var trustGeneration = 0

    init(
        _ context: ProbeContext, _ facts: FactFinder, _ shared: SharedState, _ pool: OriginPool,
        _ counters: WorkerCounters, feed: LiveFeed?, rules: RuleSet, options: ServerOptions
    ) {
        self.context = context
        self.facts = facts
        self.pool = pool
        self.counters = counters
        factsCache = shared.facts
        silentServers = shared.silentServers
        sessionCertificates = shared.sessionCertificates
        labels = shared.labels
        requirements = RequirementsCache(rules)
        recorder = LoadRecorder(shared.recording, counters, feed: feed, options: options)
    }

    /// The addresses of this machine and of the proxy's listeners.
    var machine: LocalMachine { context.machine.current }

    /// Whether a client with that address is on this machine.
    func isLocalClient(_ client: IPAddress) -> Bool {
        context.machine.isLocalClient(client)
    }
}

/// The observations of tunnels, for the rules.
extension LoadEnvironment {
    /// The observation of a tunnel to that address, with the chain of its server evaluated under our trust store, and
    /// with the result of the probe.
    ///
    /// Timestamps and staple come only to a client that asks, and issuers that the server left out only to one that
    /// fetches them. Where the server shows the certificate that was probed, those of the probe stand in.
    func observation(
        of reading: TunnelReading, to address: IPAddress?, under requirements: Requirements, beside facts: ServerFacts?
    ) -> TunnelObservation {
        var tunnel = reading.observation
        tunnel.address = address
        tunnel.probed = facts?.observation
        tunnel.probedAddress = facts?.address
        guard var handshake = reading.handshake(under: requirements) else { return tunnel }
        if case .secure(let probed, _) = facts?.observation, case .hello(var hello) = tunnel.opening,
            let leaf = probed.certificates.first, let shown = handshake.certificates.first,
            leaf.hasSameBytes(as: shown)
        {
            handshake.certificateTimestamps = handshake.certificateTimestamps ?? probed.certificateTimestamps
            handshake.certificateStatus = handshake.certificateStatus ?? probed.certificateStatus
            handshake.fetchedIssuers = probed.fetchedIssuers
            hello.asksForTimestamps = true
            hello.asksForStaple = true
            tunnel.opening = .hello(hello)
        }
        tunnel.presented = .secure(handshake, context.evaluate(handshake, for: requirements.os))
        return tunnel
    }
}
