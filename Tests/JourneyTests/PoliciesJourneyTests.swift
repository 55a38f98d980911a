import Foundation
import Testing

/// Several policies on one port, of which the User-Agent selects one.
@Suite struct PoliciesJourneyTests {
    private typealias Configured = ReloadJourneyTests.Configured

    private static let exceptions = """
        {"NSExceptionDomains": {"plain.test": {"NSExceptionAllowsInsecureHTTPLoads": true},
         "old.test": {"NSExceptionMinimumTLSVersion": "TLSv1.0"}}}
        """
    private static let openApp = """
        {"CFBundleExecutable": "Open App", "CFBundleDisplayName": "Open",
         "NSAppTransportSecurity": {"NSAllowsArbitraryLoads": true}}
        """
    private static let files = ["new.json": exceptions, "old.json": "{}", "open.json": openApp]
    private static let configuration = """
        listen: 127.0.0.1:0
        events: events.jsonl
        policies:
          - {app: MyApp, version: "42.*", policy: new.json}
          - {app: MyApp, policy: old.json, os: ios18}
          - open.json
        """
    private static let system = "CFNetwork/1568.200.51 Darwin/24.1.0"

    /// The clients, what they get by plain HTTP and by CONNECT to a server of TLS 1.0, and the policy.
    private static let clients: [(userAgent: String, http: Int, connect: Int, policy: String, os: String)] = [
        ("MyApp/42.1 \(system)", 200, 200, "new.json", "ios27"),
        ("MyApp/41 \(system)", 403, 403, "old.json", "ios18"),
        ("Open%20App/7 \(system)", 200, 200, "open.json", "ios27"),
        ("curl/8", 403, 403, "defaults", "ios27"),
    ]

    @Test func eachAppIsJudgedUnderItsOwnPolicy() throws {
        let site = try Site.shared.get()
        let proxy = try Configured(Self.configuration, files: Self.files, site: site)
        let port = try #require(proxy.ports.first)
        let (plain, old) = (try site.url("plain", scheme: "http"), try site.url("old"))
        // In turn and again, so that verdicts which are remembered would be given to the wrong app.
        for _ in 1...2 {
            for client in Self.clients {
                #expect(try proxy.curl(port, "--user-agent", client.userAgent, plain).status == client.http)
                #expect(try proxy.curl(port, "--user-agent", client.userAgent, old).connect == client.connect)
            }
        }
        #expect(proxy.program.stop() == 0)
        let said = proxy.program.errors
        #expect(said.contains("(enforce, ios27, policy defaults for other apps)"), "\(said)")
        #expect(said.contains("  for MyApp 42.*: ios27, policy new.json\n"), "\(said)")
        #expect(said.contains("  for MyApp: ios18, policy old.json\n"), "\(said)")
        #expect(said.contains("  for Open App or Open: ios27, policy open.json\n"), "\(said)")
        let recording = try String(contentsOf: proxy.folder.appending(path: "events.jsonl"), encoding: .utf8)
        let decisions = try recording.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }.filter { $0["event"] as? String == "decision" }
        for client in Self.clients {
            let own = decisions.filter { ($0["app"] as? [String: Any])?["userAgent"] as? String == client.userAgent }
            let policies = own.compactMap { $0["policy"] as? [String: Any] }
            #expect(own.count >= 4 && policies.count == own.count)
            #expect(policies.allSatisfy { $0["source"] as? String == client.policy }, "\(policies)")
            #expect(policies.allSatisfy { $0["os"] as? String == client.os })
        }
    }

    @Test func aReloadReadsThePoliciesAgain() throws {
        let site = try Site.shared.get()
        let proxy = try Configured(Self.configuration, files: Self.files, site: site)
        let port = try #require(proxy.ports.first)
        let url = try site.url("plain", scheme: "http")
        func status(_ userAgent: String) throws -> Int { try proxy.curl(port, "--user-agent", userAgent, url).status }
        #expect(try [status("MyApp/42"), status("MyApp/41"), status("Open/1")] == [200, 403, 200])
        try proxy.write("{}", "new.json")
        try proxy.write(Self.exceptions, "old.json")
        #expect(proxy.reload(until: "reloaded"))
        #expect(try [status("MyApp/42"), status("MyApp/41"), status("Open/1")] == [403, 200, 200])
        try proxy.write(Self.configuration.replacing("open.json", with: "nothing.json"), "atsproxy.yaml")
        #expect(proxy.reload(until: "not reloaded, the old configuration stays: "))
        #expect(proxy.program.errors.contains("atsproxy.yaml, line 6: "), "\(proxy.program.errors)")
        #expect(try status("Open/1") == 200)
        try proxy.write(Self.configuration.replacing("  - open.json", with: ""), "atsproxy.yaml")
        #expect(proxy.reload(until: "reloaded"))
        #expect(try status("Open/1") == 403)
    }

    @Test func theCheckSaysWhatIsSelectedForWhom() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "policies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in Self.files.merging(["atsproxy.yaml": Self.configuration], uniquingKeysWith: { $1 }) {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let file = folder.appending(path: "atsproxy.yaml").path
        let check = try Program(Repository.program, ["serve", "--check-config", "--config", file])
        #expect(check.end() == 0, "\(check.errors)")
        #expect(
            check.output == """
                127.0.0.1:0: enforce, ios27, policy defaults for other apps
                  for MyApp 42.*: ios27, policy new.json
                  for MyApp: ios18, policy old.json
                  for Open App or Open: ios27, policy open.json
                The configuration is valid.

                """)
    }

    @Test func aCommandIsJudgedByAppToo() throws {
        let site = try Site.shared.get()
        let folder = FileManager.default.temporaryDirectory.appending(path: "policies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let policy = folder.appending(path: "new.json").path
        try Self.exceptions.write(toFile: policy, atomically: true, encoding: .utf8)
        let url = try site.url("plain", scheme: "http")
        for (userAgent, status) in [("MyApp/42", "200"), ("MyApp/41", "403")] {
            let run = try Program(
                Repository.program,
                ["run", "--ca-file", site.root, "--policies", "MyApp/42.*=\(policy)"] + site.resolve
                    + ["--", "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}\n", "-A", userAgent, url])
            #expect(run.end() == (status == "200" ? 0 : 1), "\(run.errors)")
            #expect(run.output.hasPrefix(status + "\n"), "\(run.output)")
        }
    }
}
