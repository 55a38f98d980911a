import Metrics
import Probing
import TransportSecurity

/// The metrics of a server: the counts of its workers, added up, and the numbers of their shared state.
///
/// No label names a host, a client, an app or a user: their number has no bound, and a metrics page has no password.
struct ServerMetrics {
    private let shared: SharedState
    private let workers: [WorkerCounters]

    init(_ shared: SharedState) {
        self.shared = shared
        workers = shared.counters
    }

    /// All metrics now.
    var families: [MetricFamily] {
        decisions + connections + tunnels + probes + facts + recording
    }

    private func sum(_ value: (WorkerCounters) -> Int) -> Int {
        workers.reduce(0) { $0 + value($1) }
    }
}

// MARK: - Loads

extension ServerMetrics {
    private var decisions: [MetricFamily] {
        [
            .counter(
                "atsproxy_loads", "Loads that were decided on, by mode.", by: "mode", Mode.allCases,
                named: \.rawValue
            ) { mode in sum { $0.counters(of: mode).loads.value } },
            .counter(
                "atsproxy_failed_loads", "Loads that failed for reasons of the network or of the request, by mode.",
                by: "mode", Mode.allCases, named: \.rawValue
            ) { mode in sum { $0.counters(of: mode).failedLoads.value } },
            MetricFamily(
                "atsproxy_decisions", .counter,
                "Recorded decisions by mode and decision. A load may have a second one, on its tunnel.",
                Mode.allCases.flatMap { mode in Decision.allCases.map { sample(of: $0, in: mode) } }),
            .counter(
                "atsproxy_violations", "Decisions with a violation, by rule.", by: "rule", RuleID.allCases,
                named: \.rawValue
            ) { rule in sum { $0.violations.value(of: rule) } },
            .counter(
                "atsproxy_warnings",
                "Decisions with a failure of trust evaluation that the app may override, by rule.", by: "rule",
                RuleID.allCases, named: \.rawValue
            ) { rule in sum { $0.warnings.value(of: rule) } },
            .counter(
                "atsproxy_failures", "Decisions that failed, by error type of RFC 9209.", by: "error",
                FailureType.allCases, named: \.rawValue
            ) { type in sum { $0.failures.value(of: type) } },
            .counter(
                "atsproxy_passwords", "Passwords that clients gave, by result.", by: "result",
                WorkerCounters.PasswordResult.allCases, named: \.rawValue
            ) { result in sum { $0.passwords.value(of: result) } },
        ]
    }

    private func sample(of decision: Decision, in mode: Mode) -> MetricFamily.Sample {
        .init(
            [.init("mode", mode.rawValue), .init("decision", decision.rawValue)],
            .integer(sum { $0.counters(of: mode).counter(of: decision).value }))
    }
}

// MARK: - Connections

extension ServerMetrics {
    private var connections: [MetricFamily] {
        [
            .counter(
                "atsproxy_connections_accepted", "Connections of clients that were accepted.",
                sum { $0.accepted.value }),
            .counter(
                "atsproxy_connections_refused", "Accepted connections of clients that are not served, by reason.",
                by: "reason", WorkerCounters.RefusedConnection.allCases, named: \.rawValue
            ) { reason in sum { $0.refused.value(of: reason) } },
            .gauge("atsproxy_connections_open", "Connections of clients that are open.", shared.connectionLimits.total),
            .gauge(
                "atsproxy_connections_limit", "The limit of open connections of clients.",
                shared.connectionLimits.limit),
            .counter(
                "atsproxy_accept_pauses",
                "Times at which a listener accepted no client for 50 milliseconds, by reason.", by: "reason",
                WorkerCounters.AcceptPause.allCases, named: \.rawValue
            ) { reason in sum { $0.acceptPauses.value(of: reason) } },
            .gauge("atsproxy_workers", "Event loops, with one thread each.", workers.count),
        ]
    }

    private var tunnels: [MetricFamily] {
        [
            .counter("atsproxy_tunnels_opened", "Tunnels that were opened.", sum { $0.tunnels.value }),
            .gauge("atsproxy_tunnels_open", "Tunnels that are open.", sum { $0.openTunnels.value }),
            MetricFamily(
                "atsproxy_received_bytes", .counter,
                "Bytes that came from clients and from servers, message heads included and probes not.",
                [
                    .init([.init("from", "client")], .integer(sum { $0.bytesFromClients.value })),
                    .init([.init("from", "server")], .integer(sum { $0.bytesFromServers.value })),
                ]),
        ]
    }
}

// MARK: - Probes and recording

extension ServerMetrics {
    private var probes: [MetricFamily] {
        let durations = workers.map(\.probes.durations.value)
        return [
            .counter(
                "atsproxy_probes", "Probes of servers that have ended, by result.", by: "result",
                ProbeCounters.Outcome.allCases, named: \.rawValue
            ) { outcome in sum { $0.probes.results.value(of: outcome) } },
            MetricFamily(
                "atsproxy_probe_duration_seconds", .histogram, "How long probes of servers took, in seconds.",
                durations.dropFirst().reduce(durations.first, { sum, next in sum.map { $0 + next } }).map {
                    [.init([], .histogram($0))]
                } ?? []),
            .gauge(
                "atsproxy_probes_running", "Probes of servers that are under way.", sum { $0.probes.running.value }),
            .gauge(
                "atsproxy_probes_waiting", "Loads whose probe waits until no client makes a TLS handshake.",
                sum { $0.probes.postponed.value }),
            .gauge(
                "atsproxy_background_probe_targets",
                "Destinations that are to be probed as other policies would need it.",
                sum { $0.probes.targets.value }),
        ]
    }

    private var facts: [MetricFamily] {
        [
            .gauge("atsproxy_facts_kept", "Facts about servers that are kept.", shared.facts.count),
            .counter(
                "atsproxy_facts_evicted", "Facts about servers that made room for others.", shared.facts.evictedCount),
        ]
    }

    private var recording: [MetricFamily] {
        let recorder = shared.recording
        return [
            .counter("atsproxy_events_written", "Events that were written.", recorder.log.counters.written),
            .counter("atsproxy_events_lost", "Events that could not be written.", recorder.lostCount),
            .gauge("atsproxy_events_waiting", "Events that wait to be written.", recorder.log.waitingCount),
        ]
    }
}
