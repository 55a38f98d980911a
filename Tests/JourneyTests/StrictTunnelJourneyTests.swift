import Foundation
import Testing

/// What a proxy that does not decrypt cannot see: `--strict-tunnel`, and sessions that are resumed.
@Suite struct StrictTunnelJourneyTests {
    @Test(
        arguments: [
            (["--tls-max", "1.2"], []), (["--tlsv1.3"], ["tunnel.certificate"]),
        ] as [([String], [String])])
    func aServerThatCannotBeComparedIsRefused(options: [String], rules: [String]) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--strict-tunnel", site: site)
        let answer = try Answer(
            curl: ["--proxy", "http://127.0.0.1:\(proxy.port)", "--cacert", site.root] + options + [site.url("wide")])
        #expect((answer.exit == 0) == rules.isEmpty)
        #expect(try proxy.tunnelDecision(about: "wide.test").violations == rules)
    }

    @Test(arguments: [(true, ["tunnel.sni"]), (false, [])])
    func aClientThatNamesNoServerIsRefused(isStrict: Bool, rules: [String]) throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site, adding: isStrict ? ["--strict-tunnel"] : [])
        let client = try Program(
            "/usr/bin/openssl",
            [
                "s_client", "-tls1_2", "-proxy", "127.0.0.1:\(proxy.port)", "-connect",
                "wide.test:\(try site.port("wide"))", "-noservername",
            ])
        _ = client.end()
        #expect(try proxy.tunnelDecision(about: "wide.test").violations == rules)
    }

    @Test func everyTunnelOfTLS13SaysThatItsCertificateWasNotSeen() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(site: site)
        _ = try proxy.curl("--tlsv1.3", "--cacert", site.root, try site.url("wide"))
        let decision = try proxy.tunnelDecision(about: "wide.test")
        #expect(decision.decision == "allowed")
        #expect(decision.notes.contains("The certificate that the client got was not seen: TLS 1.3 encrypts it."))
    }

    /// A full handshake that one listener only observes, and its resumption through one that enforces.
    @Test func aSessionWhoseFullHandshakeViolatedIsRefused() throws {
        let site = try Site.shared.get()
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "resumption-\(UUID().uuidString).yaml")
        let events = folder.appending(path: "resumption-\(UUID().uuidString).jsonl")
        try "listeners: [{listen: 127.0.0.1:0, mode: observe}, {listen: 127.0.0.1:0}]"
            .write(to: file, atomically: true, encoding: .utf8)
        let program = try Program(
            Repository.program,
            ["serve", "--config", file.path, "--ca-file", site.root, "--events", events.path] + site.resolve)
        defer { program.stop() }
        func ports() -> [Int] {
            program.errors.matches(of: #/ listening on 127\.0\.0\.1:(\d+) \(/#).compactMap { Int($0.1) }
        }
        func tunnelDecisions() throws -> Int {
            try String(contentsOf: events, encoding: .utf8).components(separatedBy: "\"source\":\"tunnel\"").count - 1
        }
        #expect(holds { ports().count == 2 })
        let client = try Program(
            "/usr/bin/python3",
            [
                Repository.root.appending(path: "Tests/Scripts/resume-session").path, "\(ports()[0])", "\(ports()[1])",
                "faces.test", "\(try site.port("faces"))",
            ])
        // An observed tunnel is judged in the background; the test waits for that.
        for count in 1...2 {
            #expect(try holds { try tunnelDecisions() >= count })
            client.signal(SIGUSR1)
        }
        #expect(client.end() == 0)
        // The observed one resumes, as a check that the session is one; the enforced one is reset.
        #expect(client.output == "new\nresumed\nreset\n", "\(client.output)\(client.errors)")
    }
}
