import Foundation
import Testing

/// What the proxy says of itself, to a browser that comes through it and to one that does not.
@Suite struct LocalPagesJourneyTests {
    private static let policy = """
        {"NSExceptionDomains":{"api.example.com":{"NSIncludesSubdomains":true},"10.0.0.0/8":{}}}
        """

    @Test func thePageTellsByTheRequestWhetherTheDeviceComesThrough() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--os", "ios18.1", site: site, policy: Self.policy)
        let direct = try Answer(curl: ["http://127.0.0.1:\(proxy.port)/"])
        #expect(direct.status == 200 && direct.output.contains("You opened this page directly"))
        let through = try proxy.curl("http://ats.setup/")
        #expect(through.status == 200 && through.output.contains("This device comes through the proxy"))
        #expect(through.output.contains("<code>ios18.1</code>") && through.output.contains("<code>enforce</code>"))
        #expect(try proxy.events().isEmpty)
    }

    /// Its own addresses are refused as a destination, whether the policy permits cleartext to them or not, and that
    /// is no finding about an app.
    @Test(arguments: ["enforce", "observe"])
    func theProxysOwnAddressIsNoDestination(mode: String) throws {
        let site = try Site.shared.get()
        for policy in ["{}", #"{"NSAllowsLocalNetworking":false}"#] {
            let proxy = try Proxy("--mode", mode, site: site, policy: policy)
            let places = ["127.0.0.1:\(proxy.port)", "[::ffff:127.0.0.1]:\(proxy.port)", "0:\(proxy.port)"]
            for url in places.map({ "http://\($0)/healthz" }) {
                for way in [[], ["--proxytunnel"]] {
                    let answer = try Answer(curl: ["--proxy", "http://127.0.0.1:\(proxy.port)"] + way + [url])
                    #expect([answer.status, answer.connect].contains(403), "\(way) \(url): \(answer.output)")
                    #expect(
                        answer.output.contains("error=destination_ip_prohibited"), "\(way) \(url): \(answer.output)")
                }
            }
            #expect(try holds { try proxy.events().count == 2 * places.count })
            let decisions = try proxy.events().map(DecisionFacts.init)
            #expect(decisions.allSatisfy { $0.decision == "failed" && $0.violations.isEmpty })
        }
    }

    @Test func theScriptSendsTheHostsOfThePolicyAndOfTheOptions() throws {
        let site = try Site.shared.get()
        let proxy = try Proxy("--pac-host", "cdn.example.net", site: site, policy: Self.policy)
        let script = try Answer(curl: ["http://127.0.0.1:\(proxy.port)/proxy.pac"]).output
        #expect(script.contains("Content-Type: application/x-ns-proxy-autoconfig"))
        #expect(script.contains("var proxy = \"PROXY 127.0.0.1:\(proxy.port)\";"))
        #expect(script.contains(#"{"ats.setup": true, "api.example.com": true, "cdn.example.net": true}"#))
        #expect(script.contains(#"var suffixes = [".api.example.com"];"#))
        #expect(script.contains(#"[["10.0.0.0", "255.0.0.0"]]"#))
    }
}
