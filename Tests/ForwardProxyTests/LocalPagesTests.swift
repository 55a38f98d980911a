import Testing
import TransportSecurity

@testable import ForwardProxy

@Suite struct LocalPagesTests {
    private static let pages = LocalPages(
        addresses: ["192.0.2.5:8080"], mode: .observe, policyName: "<My&App>", os: "ios26.4",
        proxiedHosts: ["api.example.com", "a\"</script>"])

    private static func body(_ path: String, askedAt: Authority? = nil) -> (UInt16, String) {
        let reply = pages.reply(path: Array(path.utf8)[...], askedAt: askedAt)
        guard case .document(_, let body) = reply.content else { return (reply.status, "") }
        return (reply.status, body[...].text)
    }

    @Test func saysThatItIsWell() {
        #expect(Self.body("/healthz") == (200, "ok\n"))
    }

    @Test func saysHowToUseIt() {
        let (status, page) = Self.body("/")
        #expect(status == 200 && page.contains("&lt;My&amp;App&gt;") && page.contains("192.0.2.5:8080"))
        #expect(page.contains("observe") && page.contains("width=device-width"))
    }

    @Test func sendsTheHostsOfThePolicyThroughTheAddressThatWasUsed() {
        let script = Self.body("/proxy.pac", askedAt: Authority(host: .name("mac.local"), port: 8080)).1
        #expect(script.contains("var hosts = [\"api.example.com\", \"a\\\"\\u003c/script>\"];"))
        #expect(script.contains("var proxy = \"PROXY mac.local:8080\";"))
        #expect(Self.body("/proxy.pac").1.contains("\"PROXY 192.0.2.5:8080\""))
    }

    @Test(arguments: ["/favicon.ico", "/healthz/", "//", "/PROXY.PAC", "/../healthz"])
    func knowsNothingElse(path: String) {
        #expect(Self.body(path).0 == 404)
    }
}
