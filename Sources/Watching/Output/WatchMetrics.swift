import Metrics
import TransportSecurity

extension PassReport {
    /// The states of the servers as metrics. Each server is a label; there are only as many as a person has listed.
    public var metrics: [MetricFamily] {
        let states = servers.sorted { $0.key < $1.key }
        let prefix = "atsproxy_watch_"
        func perServer(_ name: String, help: String, value: (ServerState) -> Int?) -> MetricFamily {
            MetricFamily(
                prefix + name, .gauge, help,
                states.compactMap { server, state in
                    value(state).map { MetricFamily.Sample([.init("server", server)], .integer($0)) }
                })
        }
        return [
            .gauge(prefix + "last_pass_timestamp_seconds", "Time of the last pass.", Int(time.seconds)),
            perServer("server_up", help: "Whether the server was reached.") { $0.outage == nil ? 1 : 0 },
            perServer("certificate_not_after_timestamp_seconds", help: "End of the server's certificate.") {
                $0.certificate.map { Int($0.notAfter.seconds) }
            },
            MetricFamily(
                prefix + "conditions", .gauge, "Facts about the server that ought to change.",
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
