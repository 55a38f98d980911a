import Foundation
import Testing

/// What Prometheus, its tools and its libraries make of the metrics, and of the files in `config/fleet`.
@Suite struct PrometheusJourneyTests {
    private let site: Site
    private let proxy: Proxy
    private let metrics: ShownMetrics

    init() throws {
        site = try Site.shared.get()
        proxy = try Proxy(
            "--console", "off", "--examine", "needed", "--mode", "observe", "--metrics", "127.0.0.1:0", site: site)
        metrics = try ShownMetrics(of: proxy.program)
    }

    private static let fleet = Repository.root.appending(path: "config/fleet")
    private static let openMetrics = "Accept: application/openmetrics-text; version=1.0.0"

    /// A fresh folder.
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "prometheus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Runs a tool of Prometheus, and returns what it says if it finds a fault.
    private func fault(_ path: String, _ arguments: [String]) throws -> String? {
        let tool = try Program(path, arguments)
        return tool.end() == 0 ? nil : tool.output + tool.errors
    }

    @Test func bothFormatsAreReadByTheToolsOfPrometheus() throws {
        #expect(try proxy.curl("--cacert", site.root, try site.url("good")).status == 200)
        let folder = try folder()
        let (plain, open) = (folder.appending(path: "plain"), folder.appending(path: "open"))
        try metrics.text().write(to: plain, atomically: true, encoding: .utf8)
        try metrics.text("/metrics", "--header", Self.openMetrics).write(to: open, atomically: true, encoding: .utf8)
        #expect(try fault("/bin/sh", ["-c", "promtool check metrics < \(plain.path)"]) == nil)
        // The strict parser of OpenMetrics in Prometheus' own library.
        let families = try Client.output("read_openmetrics", [open.path])
        for line in [
            "atsproxy_build info", "atsproxy_loads counter", "atsproxy_probe_duration_seconds histogram seconds",
            "process_cpu_seconds counter seconds", "atsproxy_connections_open gauge",
        ] {
            #expect(families.contains(line + "\n"), "\(line)")
        }
        let head = try Answer(curl: ["--head", "--header", Self.openMetrics, metrics.base + "/metrics"])
        #expect(head.status == 200 && head.output.contains("application/openmetrics-text; version=1.0.0"))
    }

    /// A Prometheus that scrapes every second shows the numbers of the loads as they were made.
    @Test func prometheusShowsTheLoadsThatWereMade() throws {
        let urls =
            Array(repeating: try site.url("good"), count: 17)
            + Array(repeating: try site.url("plain", scheme: "http"), count: 25)
        #expect(try Client.output("make_loads", urls.map { "\(proxy.port) \($0)" }) == "42\n")
        let folder = try folder()
        let configuration = folder.appending(path: "prometheus.yml")
        try """
        global: {scrape_interval: 1s}
        rule_files: ["\(Self.fleet.appending(path: "alerts.yml").path)"]
        scrape_configs:
          - job_name: atsproxy
            static_configs: [{targets: ["127.0.0.1:\(metrics.port)"]}]
        """.write(to: configuration, atomically: true, encoding: .utf8)
        let port = try Client.output("free_port").trimmingCharacters(in: .newlines)
        let prometheus = try Program(
            "/usr/bin/prometheus",
            [
                "--config.file", configuration.path, "--storage.tsdb.path", folder.appending(path: "data").path,
                "--web.listen-address", "127.0.0.1:\(port)",
            ])
        func value(_ query: String) throws -> String? {
            let client = try Program(
                "/usr/bin/curl",
                [
                    "--silent", "--max-time", "20", "--noproxy", "", "--get", "--data-urlencode", "query=\(query)",
                    "http://127.0.0.1:\(port)/api/v1/query",
                ])
            guard client.end() == 0 else { return nil }
            return client.output.firstMatch(of: #/"value":\[[0-9.]+,"([^"]*)"\]/#).map { String($0.1) }
        }
        for (query, expected) in [
            (#"up{job="atsproxy"}"#, "1"), (#"atsproxy_loads_total{mode="observe"}"#, "42"),
            (#"atsproxy_violations_total{rule="cleartext"}"#, "25"), ("sum(atsproxy_violations_total)", "25"),
            (#"atsproxy_decisions_total{mode="observe",decision="would-block"}"#, "25"),
            ("atsproxy_tunnels_opened_total", "17"), ("atsproxy_connections_accepted_total", "42"),
            ("atsproxy_ready", "1"), ("count(atsproxy_build_info)", "1"), ("atsproxy_events_lost_total", "0"),
            (#"count(atsproxy_violations_total)"#, "23"),
        ] {
            var found: String?
            _ = try holds(within: 60) {
                found = try value(query)
                return found == expected
            }
            #expect(found == expected, "\(query): \(prometheus.errors.suffix(2000))")
        }
        prometheus.signal(SIGKILL)
    }

    @Test func rulesAndConfigurationAreValid() throws {
        let alerts = Self.fleet.appending(path: "alerts.yml").path
        #expect(try fault("/usr/bin/promtool", ["check", "rules", "--lint-fatal", alerts]) == nil)
        let configuration = Self.fleet.appending(path: "prometheus.yml").path
        #expect(try fault("/usr/bin/promtool", ["check", "config", configuration]) == nil)
        let tests = Self.fleet.appending(path: "alerts.test.yml").path
        #expect(try fault("/usr/bin/promtool", ["test", "rules", tests]) == nil)
    }

    /// The expressions of the dashboard are valid, and ask, as those of the rules do, for metrics that exist.
    @Test func rulesAndDashboardAskForMetricsThatExist() throws {
        let dashboard = try Data(contentsOf: Self.fleet.appending(path: "grafana-dashboard.json"))
        let panels = try #require(
            (try JSONSerialization.jsonObject(with: dashboard) as? [String: Any])?["panels"] as? [[String: Any]])
        let expressions = panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }.compactMap {
            $0["expr"] as? String
        }
        #expect(expressions.count > 30)
        let rules = expressions.enumerated().map { number, expression in
            let plain = expression.replacing("$__rate_interval", with: "5m").replacing("$__range", with: "1h")
            return "      - {record: \"panel:\(number)\", expr: '\(plain)'}\n"
        }
        let file = try folder().appending(path: "panels.yml")
        try "groups:\n  - name: panels\n    rules:\n\(rules.joined())".write(
            to: file, atomically: true, encoding: .utf8)
        #expect(try fault("/usr/bin/promtool", ["check", "rules", file.path]) == nil)

        let alerts = try String(contentsOf: Self.fleet.appending(path: "alerts.yml"), encoding: .utf8)
        let samples = try metrics.samples().names
        let asked = (expressions + [alerts]).flatMap { text in
            text.matches(of: #/\b(?:atsproxy|process)_\w+/#).map { String($0.0) }
        }
        for name in Set(asked) { #expect(samples.contains(name), "\(name) is no metric") }
        // What is counted is also shown.
        for name in samples where name.hasPrefix("atsproxy_") {
            #expect(asked.contains(name), "no rule and no panel asks for \(name)")
        }
    }
}
