import Foundation
import Testing

/// `--metrics`: what is counted of loads of a known number, and who is told what about the proxy.
@Suite struct MetricsJourneyTests {
    private let site: Site

    init() throws {
        site = try Site.shared.get()
    }

    private func proxy(_ options: String...) throws -> (Proxy, ShownMetrics) {
        let proxy = try Proxy(
            "--console", "off", "--examine", "needed", "--metrics", "127.0.0.1:0", site: site, adding: options)
        return (proxy, try ShownMetrics(of: proxy.program))
    }

    /// Makes loads, and returns the samples once they say what the recording does.
    private func load(_ urls: [String], through proxy: Proxy, _ metrics: ShownMetrics) throws -> MetricSamples {
        let made = try Client.output("make_loads", urls.map { "\(proxy.port) \($0)" })
        guard made == "\(urls.count)\n" else { throw JourneyError(text: "of \(urls.count) loads were made: \(made)") }
        var samples = MetricSamples("")
        var differences: [String] = []
        _ = try holds {
            samples = try metrics.samples()
            differences = try self.differences(between: samples, and: proxy, heads: urls)
            return differences.isEmpty
        }
        #expect(differences.isEmpty, "\(differences)")
        return samples
    }

    @Test func loadsAreCountedExactlyUnderObserve() throws {
        let (proxy, metrics) = try proxy("--mode", "observe")
        let good = try site.url("good")
        let plain = try site.url("plain", scheme: "http")
        let refused = try site.url("refused", scheme: "http")
        let urls =
            Array(repeating: good, count: 20) + Array(repeating: plain, count: 30)
            + Array(repeating: refused, count: 10)
        let samples = try load(urls.shuffled(), through: proxy, metrics)
        #expect(samples[#"atsproxy_loads_total{mode="observe"}"#] == 60)
        #expect(samples[#"atsproxy_loads_total{mode="enforce"}"#] == 0)
        #expect(samples[#"atsproxy_violations_total{rule="cleartext"}"#] == 40)
        #expect(samples.sum("atsproxy_violations_total") == 40)
        #expect(samples[#"atsproxy_failures_total{error="connection_refused"}"#] == 10)
        #expect(samples.sum("atsproxy_failures_total") == 10)
        #expect(samples["atsproxy_connections_accepted_total"] == 60)
        #expect(samples["atsproxy_tunnels_opened_total"] == 20 && samples["atsproxy_tunnels_open"] == 0)
    }

    /// Metrics, the line at the stop and the report count a malformed request as the same: a load that failed.
    @Test func malformedRequestsCountAlikeEverywhere() throws {
        let (proxy, metrics) = try proxy("--mode", "observe")
        for _ in 0..<3 {
            #expect(try proxy.curl("--request", "G@T", try site.url("origin", scheme: "http")).status == 400)
        }
        let isCounted = try holds {
            try metrics.samples()[#"atsproxy_failures_total{error="http_request_error"}"#] == 3
        }
        #expect(isCounted)
        let samples = try metrics.samples()
        #expect(samples[#"atsproxy_loads_total{mode="observe"}"#] == 3)
        #expect(samples[#"atsproxy_failed_loads_total{mode="observe"}"#] == 3)
        #expect(proxy.program.stop() == 0)
        #expect(proxy.program.errors.contains("atsproxy: 3 loads: 3 failed.\n"), "\(proxy.program.errors)")
        let report = try Program(Repository.program, ["report", "--format", "json", proxy.recording.path])
        #expect(report.end() == 2)
        let json = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
        #expect((json?["traffic"] as? [String: Any])?["loads"] as? Int == 3)
    }

    @Test func loadsAreCountedExactlyUnderEnforce() throws {
        let (proxy, metrics) = try proxy("--mode", "enforce", "--workers", "4")
        let urls =
            try ["good", "old", "selfsigned"].map { try site.url($0) }.flatMap { Array(repeating: $0, count: 8) }
            + Array(repeating: try site.url("plain", scheme: "http"), count: 8)
        let samples = try load(urls.shuffled(), through: proxy, metrics)
        #expect(samples[#"atsproxy_loads_total{mode="enforce"}"#] == 32)
        #expect(samples[#"atsproxy_decisions_total{mode="enforce",decision="blocked"}"#] == 24)
        #expect(samples[#"atsproxy_violations_total{rule="tls.version"}"#] == 8)
        #expect(samples[#"atsproxy_violations_total{rule="certificate.trust"}"#] == 8)
        #expect(samples[#"atsproxy_violations_total{rule="cleartext"}"#] == 8)
        #expect(samples["atsproxy_tunnels_opened_total"] == 8)
        #expect(samples["atsproxy_facts_kept"] == 3)
    }

    /// What samples say in another way than the recording of the same loads, and what is not over yet.
    private func differences(
        between samples: MetricSamples, and proxy: Proxy, heads urls: [String]
    ) throws -> [String] {
        let events = try proxy.events()
        let decisions = events.filter { $0["event"] as? String == "decision" }
        let facts = events.count { $0["event"] as? String == "facts" }
        let ends = events.filter { $0["event"] as? String == "closed" }
        let tunnels = ends.filter { !["plain.test", "refused.test"].contains($0["host"] as? String) }
        var expected = [
            "atsproxy_connections_open": 0, "atsproxy_connections_accepted_total": urls.count,
            "atsproxy_tunnels_open": 0, "atsproxy_probes_running": 0, "atsproxy_probes_waiting": 0,
            // The policy and the trust store come before all other events.
            "atsproxy_events_written_total": events.count + 2, "atsproxy_events_lost_total": 0,
            "atsproxy_events_waiting": 0, "atsproxy_facts_kept": facts,
            "atsproxy_probe_duration_seconds_count": facts,
            #"atsproxy_probe_duration_seconds_bucket{le="+Inf"}"#: facts,
            // The bytes of a tunnel begin behind the head that asked for it; other loads are nothing but their head.
            #"atsproxy_received_bytes_total{from="client"}"#:
                urls.reduce(Self.sum("bytesFromClient", tunnels)) { $0 + Self.head(of: $1).utf8.count },
            #"atsproxy_received_bytes_total{from="server"}"#: Self.sum("bytesFromServer", ends),
        ]
        for mode in ["enforce", "observe"] {
            let ofMode = decisions.filter { $0["mode"] as? String == mode }
            expected["atsproxy_loads_total{mode=\"\(mode)\"}"] = Set(ofMode.compactMap { $0["id"] as? String }).count
            // A load whose two decisions fail has failed once.
            expected["atsproxy_failed_loads_total{mode=\"\(mode)\"}"] =
                Set(ofMode.filter { $0["decision"] as? String == "failed" }.compactMap { $0["id"] as? String }).count
            for decision in ["allowed", "blocked", "would-block", "failed"] {
                expected["atsproxy_decisions_total{mode=\"\(mode)\",decision=\"\(decision)\"}"] =
                    ofMode.count { $0["decision"] as? String == decision }
            }
        }
        for rule in Set(decisions.flatMap { DecisionFacts($0).violations }) {
            expected["atsproxy_violations_total{rule=\"\(rule)\"}"] =
                decisions.count { DecisionFacts($0).violations.contains(rule) }
        }
        var differences = expected.filter { samples[$0.key] != $0.value }.map {
            "\($0.key): \(samples[$0.key].map { "\($0)" } ?? "nothing") in place of \($0.value)"
        }
        if samples.sum("atsproxy_probes_total") != facts { differences.append("probes are not those of the facts") }
        let loads = samples.sum("atsproxy_loads_total")
        if loads != urls.count { differences.append("\(loads) loads of \(urls.count)") }
        return differences
    }

    /// The head that the client `make_loads` sends for a URL.
    private static func head(of url: String) -> String {
        let authority = url.split(separator: "/")[1]
        let line = url.hasPrefix("https") ? "CONNECT \(authority)" : "GET \(url)"
        return "\(line) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n"
    }

    private static func sum(_ name: String, _ events: [[String: Any]]) -> Int {
        events.reduce(0) { $0 + ($1[name] as? Int ?? 0) }
    }

    @Test func passwordsAreCounted() throws {
        let users = FileManager.default.temporaryDirectory.appending(path: "users-\(UUID().uuidString)")
        try "alice:$2y$04$abcdefghijklmnopqrstuu2r9OfJnfCsdneAXAGHnS4UpFFP8WIrW\n"
            .write(to: users, atomically: true, encoding: .utf8)
        let (proxy, metrics) = try proxy("--mode", "observe", "--auth-file", users.path)
        let plain = try site.url("plain", scheme: "http")
        #expect(try proxy.curl("--proxy-user", "alice:wrong", plain).status == 407)
        #expect(try proxy.curl("--proxy-user", "alice:wrong", plain).status == 407)
        #expect(try proxy.curl("--proxy-user", "alice:secret", plain).status == 200)
        let samples = try metrics.samples()
        #expect(samples[#"atsproxy_passwords_total{result="wrong"}"#] == 2)
        #expect(samples[#"atsproxy_passwords_total{result="right"}"#] == 1)
        #expect(samples[#"atsproxy_loads_total{mode="observe"}"#] == 1)
    }

    @Test func refusedConnectionsAreCounted() throws {
        // Two workers may accept the connections in either order.
        let (proxy, metrics) = try proxy(
            "--mode", "observe", "--workers", "1", "--limit", "connections-per-client=1")
        let client = "one_connection_too_many_of_a_client"
        let target = "plain.test:\(try site.port("plain"))"
        #expect(try Client.output("limits", ["\(proxy.port)", client, target]) == "503\n200\n")
        let samples = try metrics.samples()
        #expect(samples["atsproxy_connections_accepted_total"] == 2)
        #expect(samples[#"atsproxy_connections_refused_total{reason="too-many-of-client"}"#] == 1)
        #expect(samples[#"atsproxy_connections_refused_total{reason="client-not-allowed"}"#] == 0)
        #expect(samples[#"atsproxy_failures_total{error="connection_limit_reached"}"#] == 1)
    }

    @Test func reloadsAreCounted() throws {
        let proxy = try ReloadJourneyTests.Configured(
            "listen: 127.0.0.1:0\nmode: observe\nconsole: \"off\"\nevents: /dev/null\nmetrics: 127.0.0.1:0\n"
                + "policy: policy.json\n", site: site)
        let metrics = try ShownMetrics(of: proxy.program)
        try proxy.write("{", "policy.json")
        #expect(proxy.reload(until: "not reloaded"))
        var samples = try metrics.samples()
        #expect(samples["atsproxy_reloads_total"] == 1 && samples["atsproxy_reload_failures_total"] == 1)
        #expect(samples["atsproxy_last_reload_successful"] == 0)
        let before = try #require(samples["atsproxy_last_reload_success_timestamp_seconds"])
        try proxy.write("{}", "policy.json")
        #expect(proxy.reload(until: "atsproxy: reloaded"))
        samples = try metrics.samples()
        #expect(samples["atsproxy_reloads_total"] == 2 && samples["atsproxy_reload_failures_total"] == 1)
        #expect(samples["atsproxy_last_reload_successful"] == 1)
        #expect(try #require(samples["atsproxy_last_reload_success_timestamp_seconds"]) >= before)
        #expect(samples[#"atsproxy_data_file_timestamp_seconds{file="roots"}"#] ?? 0 > 1_700_000_000)
        #expect(samples["process_open_fds"] ?? 0 > 3 && samples["process_max_fds"] ?? 0 > 3)
    }

    /// An orchestrator that asks `/readyz` sends clients only to a proxy that takes them.
    @Test func aProxyIsReadyWhileItTakesClients() throws {
        let pipe = FileManager.default.temporaryDirectory.appending(path: "policy-\(UUID().uuidString)").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let port = try #require(Int(try Client.output("free_port").trimmingCharacters(in: .newlines)))
        let program = try Program(
            Repository.program,
            [
                "serve", "--listen", "127.0.0.1:0", "--mode", "observe", "--console", "off", "--examine", "needed",
                "--events", "/dev/null", "--metrics", "127.0.0.1:\(port)", "--policy", pipe,
            ] + site.resolve)
        func status(_ path: String) throws -> Int { try Answer(curl: ["http://127.0.0.1:\(port)\(path)"]).status }
        #expect(try holds { try status("/healthz") == 200 })
        #expect(try status("/readyz") == 503)
        try "{}".write(toFile: pipe, atomically: false, encoding: .utf8)
        let metrics = try ShownMetrics(of: program)
        #expect(try status("/readyz") == 200 && metrics.samples()["atsproxy_ready"] == 1)
        let listening = try #require(program.errors.firstMatch(of: #/listening on 127\.0\.0\.1:(\d+)/#)?.1)
        let client = try Client.start("hold_tunnel", [String(listening), "echo.test:\(try site.port("echo"))"])
        #expect(try holds { try metrics.samples()["atsproxy_tunnels_open"] == 1 })
        program.signal(SIGTERM)
        #expect(try holds { try status("/readyz") == 503 })
        #expect(try status("/healthz") == 200 && metrics.samples()["atsproxy_ready"] == 0)
        #expect(try metrics.samples()["atsproxy_tunnels_open"] == 1)
        client.signal(SIGKILL)
        #expect(program.end() == 0)
        #expect(try status("/healthz") == 0)
    }

    /// Whoever asks for too much, or for nothing, keeps nobody from the metrics.
    @Test func clientsAreBounded() throws {
        let (proxy, metrics) = try proxy("--mode", "observe")
        defer { withExtendedLifetime(proxy) {} }
        let idle = try Client.start("hold_connections", ["\(metrics.port)", "40", "60"])
        defer { idle.signal(SIGKILL) }
        #expect(holds { idle.output.contains("40") })
        #expect(try metrics.status("/metrics") == 200)
        let large = String(repeating: "a", count: 20_000)
        #expect(try Answer(curl: ["--header", "X: \(large)", metrics.base + "/metrics"]).status == 431)
        #expect(try Answer(curl: ["--data", "abc", metrics.base + "/metrics"]).status == 413)
        #expect(try Answer(curl: ["--request", "DELETE", metrics.base + "/metrics"]).status == 405)
        #expect(try Answer(curl: ["--proxy", metrics.base, "http://plain.test/"]).status == 421)
        #expect(try metrics.status("/") == 404)
    }

    @Test func noClientReachesTheMetricsThroughTheProxy() throws {
        let (proxy, metrics) = try proxy("--mode", "observe")
        for host in ["127.0.0.1", "localhost", "0.0.0.0"] {
            let answer = try proxy.curl("http://\(host):\(metrics.port)/metrics")
            #expect(answer.status == 403 && answer.output.contains("destination_ip_prohibited"), "\(host)")
        }
    }

    /// Metrics are there only if they are asked for, and whoever shows them to others is told.
    @Test func metricsAreOffOrSaidToBeOpen() throws {
        let off = try Proxy("--mode", "observe", "--console", "off", site: site)
        #expect(!off.program.errors.contains("metrics"))
        let loopback = try proxy("--mode", "observe").0
        #expect(!loopback.program.errors.contains("warning: everyone"))
        let open = try Proxy("--mode", "observe", "--console", "off", "--metrics", "0.0.0.0:0", site: site)
        _ = try ShownMetrics(of: open.program)
        #expect(holds { open.program.errors.contains("can read the metrics, because they have no password") })
        let taken = try Program(
            Repository.program,
            ["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:\(loopback.port)", "--console", "off"])
        #expect(taken.end() == 69)
        #expect(taken.errors.contains("the metrics cannot be served on 127.0.0.1:\(loopback.port)"))
    }
}
