import Recording
import Events
import ConfigurationProfiles
import Foundation
import ForwardProxy
import InternetNames
import LoopPeers
import Networking
import OpenSSL
import Testing
import Traffic
import TransportSecurity

@testable import Probing
@testable import ProxyServer

/// What a worker is made of, on a loop that the test drives, and what it records.
///
/// Names resolve to 127.0.0.1 without a network. The probes of the facts finder are real ones; a test that tells facts by
/// itself begins the wait in the cache first.
final class WorkerParts {
    let shared: SharedState
    let live = LiveMailbox()
    let environment: ConnectionEnvironment
    let listener: ListenerConfiguration
    private let path = NSTemporaryDirectory() + "atsproxy-" + UUID().uuidString
    private var reader: MailboxReader?
    /// The last property, because it must outlive the others.
    let loop: EventLoop

    static let client = SocketAddress(.v4(0x7F00_0001), port: 50_000)

    /// The parts of a worker with one listener.
    ///
    /// - Parameters:
    ///   - policy: The App Transport Security dictionary of the app.
    ///   - rules: The rules that judge; without any, nothing is violated.
    init(
        _ mode: Mode, policy: [String: PropertyValue] = [:], rules: RuleSet = RuleSet([]), limits: Limits = Limits(),
        clients: ClientRules = ClientRules(), destinations: DestinationRules = DestinationRules(),
        hasFeed: Bool = false, logsQueries: Bool = false
    ) throws {
        loop = try EventLoop()
        let log = try EventLog(.file(path))
        let mailbox = try Mailbox<WorkerMessage>()
        shared = SharedState(
            facts: FactsCache(lifetime: 300, limit: 10),
            recording: EventRecorder(log: log, form: .json, live: hasFeed ? live : nil),
            passwordThreads: try BlockingPool(named: "passwords", threads: 1),
            passwordFailures: PasswordFailures(limit: 10),
            connectionLimits: ConnectionLimits(limits, descriptors: 1000), workers: [mailbox])
        shared.loads.note(0, runs: true)
        listener = ListenerConfiguration(
            address: SocketAddress(.v4(0x7F00_0001), port: 8080),
            appliedPolicy: AppliedPolicy(policyName: "test", dictionary: policy, os: .fixed(.newest), mode: mode),
            clients: clients, destinations: destinations)
        let resolver = try Resolver(threads: 1) { _, family in family == .v4 ? [.v4(0x7F00_0001)] : [] }
        let recording = shared.recording
        let context = try ProbeContext(loop, resolver, ProbeSettings(trust: TrustStore(), limits: limits)) {
            recording.record($0)
        }
        let facts = FactFinder(context, shared.facts, limits, counters: shared.counters[0].probes) {
            mailbox.post(.probed(ticket: $0, $1))
        }
        let passwords = PasswordChecks(on: shared.passwordThreads, shared.passwordFailures) {
            mailbox.post(.authenticated(ticket: $0, $1))
        }
        let pool = OriginPool(loop, limit: 8, lifetime: 30)
        var options = ServerOptions()
        options.logsQueries = logsQueries
        let loads = LoadEnvironment(
            context, facts, shared, pool, shared.counters[0],
            feed: hasFeed ? LiveFeed(loop, live, worker: 0) : nil, rules: rules, options: options)
        let connections = OpenConnections(limits: shared.connectionLimits, loads: shared.loads, worker: 0)
        environment = ConnectionEnvironment(loop, loads, passwords, connections, limits) { _ in }
        environment.use([listener], limits, ProfileWriter())
        reader = mailbox.open(on: loop) { message in
            switch message {
            case .probed(let ticket, let result): facts.probed(ticket, result)
            case .authenticated(let ticket, let outcome): passwords.ended(ticket, outcome)
            case .listen, .serve, .probe, .reconfigure, .drain, .stop: break
            }
        }
    }

    deinit { unlink(path) }

    var loads: LoadEnvironment { environment.loads }
    var counters: WorkerCounters { shared.counters[0] }

    // MARK: - What is recorded

    /// The lines that were recorded so far.
    func lines() throws -> [String] {
        #expect(shared.recording.log.flush(within: .seconds(20)))
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The events of loads that were recorded so far.
    func events() throws -> [LoadEvent] {
        try lines().compactMap { line in
            switch try JSONDecoder().decode(RecordedEvent.self, from: Data(line.utf8)) {
            case .decision(let event): .decision(event)
            case .closed(let event): .closed(event)
            case .facts, .lost, .policy, .trust, .service, .segment, .label, .unknown: nil
            }
        }
    }

    /// One event for each load and its end, such as `allowed` or `closed by client: finished`.
    func summary() throws -> [String] {
        try events().map { event in
            switch event {
            case .decision(let event): event.decision.rawValue + (event.error.map { ": \($0.kind)" } ?? "")
            case .closed(let event): "closed by \(event.endedBy.rawValue): \(event.how.rawValue)"
            }
        }
    }

    /// The ends that were recorded so far.
    func ends() throws -> [ClosedEvent] {
        try events().compactMap { if case .closed(let event) = $0 { event } else { nil } }
    }

    /// The decisions that were recorded so far.
    func decisions() throws -> [DecisionEvent] {
        try events().compactMap { if case .decision(let event) = $0 { event } else { nil } }
    }

    enum LoadEvent {
        case decision(DecisionEvent)
        case closed(ClosedEvent)
    }

    // MARK: - Facts

    /// Facts about a server that answered nothing but an alert.
    static func facts(
        about authority: Authority, at address: IPAddress = .v4(0x7F00_0001), id: String = "sha256:a"
    ) -> ServerFacts {
        ServerFacts(
            authority: authority, address: address, observation: .noHandshake(.alert(40)),
            foundAt: WallClock.elapsedMilliseconds, id: id)
    }

    /// Makes loads wait for facts that another worker is about to find.
    func beginProbe(for key: FactsKey) {
        _ = shared.facts.look(
            for: key, at: WallClock.elapsedMilliseconds, waiter: FactsCache.Waiter(ticket: 0) { _, _ in })
    }

    /// Tells that other worker's result.
    func endProbe(for key: FactsKey, _ result: ProbeResult) {
        shared.facts.settle(key, result, at: WallClock.elapsedMilliseconds)
    }
}
