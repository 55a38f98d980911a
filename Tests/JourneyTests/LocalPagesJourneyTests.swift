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
        for url in ["http://ats.setup/", "http://127.0.0.1:\(proxy.port)/", "http://localhost:\(proxy.port)/"] {
            let through = try proxy.curl(url)
            #expect(through.status == 200 && through.output.contains("This device comes through the proxy"), "\(url)")
            #expect(through.output.contains("<code>ios18.1</code>") && through.output.contains("<code>enforce</code>"))
        }
        #expect(try proxy.events().isEmpty)
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
