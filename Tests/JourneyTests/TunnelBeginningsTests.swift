import Foundation
import Testing

/// What gets past an enforcing proxy in tunnels that begin otherwise than with plain TLS.
@Suite struct TunnelBeginningsTests {
    @Test func nothingPassesThatIsNotTLSAndJudged() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy(
            "--resolve", "good.test:*:127.0.0.1", "--examine", "needed", "--limit", "tunnel-hello=1",
            // The servers answer one hello of the proxy alone.
            "--os", "ios18", site: site)
        let script = Repository.root.appending(path: "Tests/Scripts/tunnel-beginnings").path
        let attack = try Program("/usr/bin/python3", [script, String(proxy.port), site.folder.path])
        #expect(attack.end() == 0)
        #expect(attack.output.hasSuffix(" tunnels, 0 passed\n"), "\(attack.output)\(attack.errors)")
        let count = attack.output.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(count >= 50)
        // Each tunnel has a decision about what passed in it, and each that was refused says why.
        let tunnels = Set(
            try proxy.events().filter { $0["event"] as? String == "closed" }.compactMap { $0["id"] as? String })
        let refused = try proxy.events().filter {
            $0["decision"] as? String == "blocked" && ($0["tls"] as? [String: Any])?["source"] as? String == "tunnel"
        }
        #expect(tunnels.count >= count && refused.count >= count - 12)
        #expect(refused.allSatisfy { ($0["violations"] as? [Any])?.isEmpty == false })
    }
}
