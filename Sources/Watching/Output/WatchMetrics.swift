import Metrics
import TransportSecurity

extension PassReport {
    /// The states of the servers as metrics. The names of the servers are labels, since a person has listed them.
    public var metrics: [MetricFamily] {
        let states = servers.sorted { $0.key < $1.key }
        func gauge(_ name: String, help: String, value: (ServerState) -> Int?) -> MetricFamily {
            MetricFamily(
                "atsproxy_watch_" + name, .gauge, help,
                states.compactMap { server, state in
                    value(state).map { MetricFamily.Sample([.init("server", server)], .integer($0)) }
                })
        }
        return [
            .gauge("atsproxy_watch_last_pass_timestamp_seconds", "Time of the last pass.", Int(time.seconds)),
            gauge("server_up", help: "Whether the server was reached.") { $0.outage == nil ? 1 : 0 },
            gauge("certificate_not_after_timestamp_seconds", help: "End of the server's certificate.") {
                $0.certificate.map { Int($0.notAfter.seconds) }
            },
            MetricFamily(
                "atsproxy_watch_conditions", .gauge, "Facts about the server that ought to change.",
                states.flatMap { server, state in
                    Condition.Kind.allCases.map { kind in
                        MetricFamily.Sample(
                            [.init("server", server), .init("kind", kind.rawValue)],
                            .integer(state.conditions.count { $0.kind == kind }))
                    }
                }),
        ]
    }
}
