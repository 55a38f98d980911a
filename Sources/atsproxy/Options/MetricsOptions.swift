import ArgumentParser

/// Options about the numbers that monitoring systems collect.
struct MetricsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The address of the metrics: /metrics in the formats of Prometheus and OpenMetrics, /healthz and /readyz, \
            without a password; off for none. Default: off.
            """,
            valueName: "address:port"))
    var metrics: String?

    /// The values of the given options, by setting.
    var texts: [SettingName: [String?]] {
        [.metrics: [metrics]]
    }
}
