import Events
import InternetNames
import Synchronization
import TransportSecurity

/// The numbers of loads, hosts and violated rules that a running proxy has counted, for the summary at its end. Loads
/// count whether or not their events could be written.
public struct TrafficTally: Hashable, Sendable {
    /// The number of loads.
    public private(set) var loads = 0
    /// The number of loads by their outcome.
    public private(set) var outcomes: [LoadOutcome: Int] = [:]
    /// The hosts of the loads, at most `limit`.
    private var hosts: Set<Host> = []
    /// The violated rules by host, at most `limit` hosts.
    private var violatedRules: [Host: Set<RuleID>] = [:]
    /// Whether there were more hosts than are kept.
    public private(set) var isIncomplete = false
    /// The host of the last load. Many loads go to the same host as the one before, and need no look-up.
    private var lastHost: Host?

    /// The largest number of hosts that are kept. Loads from further hosts are counted without their host.
    public static let limit = 10_000

    /// Creates a tally without loads.
    public init() {}

    /// The number of hosts that are kept.
    public var hostCount: Int { hosts.count }

    /// Counts a decision on a load.
    ///
    /// - Parameters:
    ///   - host: The host of the load; nil for a request that names none.
    ///   - earlier: The outcome of the same load so far; nil for the first decision.
    /// - Returns: The outcome of the load.
    public mutating func count(
        _ event: borrowing DecisionEvent, at host: Host?, after earlier: LoadOutcome?
    ) -> LoadOutcome {
        if let host, !event.violations.isEmpty { add(event.violations, at: host) }
        guard let earlier else {
            let outcome = LoadOutcome(event)
            loads += 1
            outcomes[outcome, default: 0] += 1
            if let host { add(host) }
            return outcome
        }
        let outcome = earlier.after(event)
        guard outcome != earlier else { return earlier }
        outcomes[earlier, default: 0] -= 1
        outcomes[outcome, default: 0] += 1
        return outcome
    }

    /// Adds the numbers of another tally.
    public mutating func add(_ other: TrafficTally) {
        loads += other.loads
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        isIncomplete = isIncomplete || other.isIncomplete
        for host in other.hosts { add(host) }
        for (host, rules) in other.violatedRules where hasRoom(for: host) {
            violatedRules[host, default: []].formUnion(rules)
        }
    }

    /// The number of hosts with a violation, among those that are kept.
    public var violatedHostCount: Int { violatedRules.count }

    /// The number of hosts by violated rule. A rule about tunnels does not count for a host if it repeats a violated
    /// rule about the probe of that host.
    public var hostsByRule: [RuleID: Int] {
        var counts: [RuleID: Int] = [:]
        for rules in violatedRules.values {
            for rule in rules where !rule.repeats(rules) { counts[rule, default: 0] += 1 }
        }
        return counts
    }

    /// Adds the host of a load.
    private mutating func add(_ host: Host) {
        guard host != lastHost else { return }
        lastHost = host
        guard hosts.count < Self.limit else {
            if !hosts.contains(host) { isIncomplete = true }
            return
        }
        hosts.insert(host)
    }

    /// Adds the violated rules of a host.
    private mutating func add(_ violations: [Finding], at host: Host) {
        guard hasRoom(for: host) else { return }
        for violation in violations { violatedRules[host, default: []].insert(violation.rule) }
    }

    /// Whether the violated rules of a host can be kept. If not, the tally becomes incomplete.
    private mutating func hasRoom(for host: Host) -> Bool {
        guard violatedRules.count >= Self.limit, violatedRules[host] == nil else { return true }
        isIncomplete = true
        return false
    }
}

/// The sum of the tallies of all threads, to which each thread adds its own at its end.
public final class TrafficTotal: Sendable {
    private let sum = Mutex(TrafficTally())

    /// Creates a sum without tallies.
    public init() {}

    /// Adds the tally of one thread, at its end.
    public func add(_ tally: TrafficTally) {
        sum.withLock { $0.add(tally) }
    }

    /// The sum of all tallies that were added.
    public var tally: TrafficTally { sum.withLock { $0 } }
}
