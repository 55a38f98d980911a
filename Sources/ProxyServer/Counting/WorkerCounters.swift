import Events
import Metrics
import Probing
import TransportSecurity

/// The counts of one worker since its start. Other threads read them at any time.
final class WorkerCounters: Sendable {
    /// The decisions in each mode.
    let enforce = ModeCounters(), observe = ModeCounters()
    /// The decisions with a violation of each rule.
    let violations = CounterTable<RuleID>()
    /// The decisions with a warning of each rule.
    let warnings = CounterTable<RuleID>()
    /// The decisions with a failure of each type.
    let failures = CounterTable<FailureType>()
    /// The connections that were accepted, served or not.
    let accepted = Counter()
    /// The accepted connections that are not served.
    let refused = CounterTable<RefusedConnection>()
    /// The times at which the worker stopped accepting for a moment.
    let acceptPauses = CounterTable<AcceptPause>()
    /// The tunnels that were opened.
    let tunnels = Counter()
    /// The tunnels that are open.
    let openTunnels = Gauge()
    /// The bytes that clients and servers have sent over connections of clients' loads.
    let bytesFromClients = Counter(), bytesFromServers = Counter()
    /// The passwords that clients gave.
    let passwords = CounterTable<PasswordResult>()
    /// The probes of servers.
    let probes = ProbeCounters()

    /// Reasons for which an accepted connection is not served.
    enum RefusedConnection: String, CaseIterable, Sendable {
        /// No range of permitted clients has the client.
        case clientNotAllowed = "client-not-allowed"
        /// The client's network has too many connections.
        case tooManyOfClient = "too-many-of-client"
        /// A reload took the listener away.
        case listenerGone = "listener-gone"
    }

    /// Reasons for which a listener stops accepting for a moment.
    enum AcceptPause: String, CaseIterable, Sendable {
        /// The limit of all connections is reached.
        case connectionLimit = "connection-limit"
        /// The system grants no descriptor or no memory.
        case shortage
    }

    /// Results of passwords.
    enum PasswordResult: String, CaseIterable, Sendable {
        case right, wrong
        /// Too many wrong ones came before it, or too many wait to be checked.
        case unchecked
    }

    /// The counters of the decisions in a mode.
    func counters(of mode: Mode) -> ModeCounters {
        switch mode {
        case .enforce: return enforce
        case .observe: return observe
        }
    }

    /// Counts a decision as it is recorded.
    ///
    /// - Parameter isFirst: Whether it is the first decision on its load.
    func count(_ event: borrowing DecisionEvent, isFirst: Bool) {
        if let mode = event.client?.mode {
            let counters = counters(of: mode)
            counters.counter(of: event.decision).add()
            if isFirst { counters.loads.add() }
        }
        if let error = event.error { failures.add(of: FailureType(error.kind)) }
        // Nearly all loads have neither.
        if event.violations.isEmpty, event.warnings.isEmpty { return }
        for rule in Set(event.violations.map(\.rule)) { violations.add(of: rule) }
        for rule in Set(event.warnings.map(\.rule)) { warnings.add(of: rule) }
    }

    /// Counts the check of a password.
    func count(_ outcome: PasswordOutcome) {
        switch outcome {
        case .right: passwords.add(of: .right)
        case .wrong, .wrongTooOften: passwords.add(of: .wrong)
        case .locked, .crowdedOut: passwords.add(of: .unchecked)
        }
    }
}
