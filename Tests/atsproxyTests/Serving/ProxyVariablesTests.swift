import Testing

@testable import atsproxy

@Suite struct ProxyVariablesTests {
    @Test func namesTheProxyInEveryVariableWithoutExemptions() {
        let changes = ProxyVariables(port: 4711, exempt: nil).changes
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
            #expect(changes[name] == .some("http://127.0.0.1:4711"))
        }
        for name in ["NO_PROXY", "no_proxy"] { #expect(changes[name] == .some(nil)) }
        #expect(changes.count == 8)
    }

    @Test func exemptsTheNamedHosts() {
        let changes = ProxyVariables(port: 1, exempt: "localhost,.test").changes
        #expect(changes["NO_PROXY"] == "localhost,.test" && changes["no_proxy"] == "localhost,.test")
    }
}
