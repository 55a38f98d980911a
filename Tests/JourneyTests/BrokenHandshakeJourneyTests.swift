import Foundation
import Testing

/// Servers that end a connection before it is of use to the client, although the proxy's own handshake succeeds.
@Suite struct BrokenHandshakeJourneyTests {
    /// In TLS 1.3 the server's tickets look like an answer.
    @Test(
        arguments: [
            ("cuts-flight", "observe", "1.2"), ("cuts-flight", "observe", "1.3"), ("cuts-flight", "enforce", "1.2"),
            ("cuts-flight", "enforce", "1.3"), ("cuts-answer", "observe", "1.2"),
            ("cuts-answer", "enforce", "1.2"),
        ])
    func aServerThatClosesTooEarlyIsNotJudgedGood(fault: String, mode: String, version: String) throws {
        let site = try Site.shared.get()
        let relay = try RecordedRelay(to: site.port("good"), fault: fault)
        // The relay must not see the hellos of other systems.
        let proxy = try Proxy("--mode", mode, "--os", "ios18", "--examine", "needed", site: site)
        let answer = try proxy.curl(
            "--no-alpn", "--tls-max", version, "https://good.test:\(relay.port)/", "--cacert", site.root, "--http1.1",
            "--header", "X-Padding: \(String(repeating: "x", count: 6000))")
        #expect([35, 52, 56].contains(answer.exit), "\(answer.output)")
        var failure: [String: Any]?
        _ = try holds {
            failure = try proxy.events().first { $0["decision"] as? String == "failed" }
            return failure != nil
        }
        let message = (failure?["error"] as? [String: Any])?["message"] as? String
        let end = fault == "cuts-flight" ? "in the middle of the TLS handshake." : "before its response was complete."
        #expect(message?.hasSuffix(" closed the connection \(end)") == true, "\(message ?? "no failure")")
        let report = try Program(Repository.program, ["report", proxy.recording.path])
        #expect(report.end() == 2, "\(report.output)")
        #expect(report.output.contains("1 failed"), "\(report.output)")
        _ = try relay.connections()
    }

    @Test func anExchangeThatIsUnderWayAtTheStopFails() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--mode", "observe", "--drain-timeout", "0", site: site)
        let client = try Program(
            "/usr/bin/curl",
            ["-sS", "--proxy", "http://127.0.0.1:\(proxy.port)", try site.url("origin", "/wait", scheme: "http")])
        _ = try proxy.decision(about: "origin.test")
        proxy.program.signal(SIGTERM)
        let end = try proxy.end(of: "origin.test")
        #expect(end["how"] as? String == "drained" && end["endedBy"] as? String == "proxy")
        let decisions = try proxy.events().compactMap { $0["decision"] as? String }
        #expect(decisions == ["would-block", "failed"], "\(decisions)")
        _ = client.end()
    }
}
