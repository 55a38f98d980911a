import Testing

@testable import ForwardProxy

@Suite struct ProxyStatusTests {
    @Test(arguments: [
        ("plain", "plain"), ("say \"hi\" \\", "say \\\"hi\\\" \\\\"), ("a\r\nX: y", "a??X: y"), ("é\u{0}", "??"),
    ])
    func quotesItsDetails(details: String, quoted: String) {
        let value = ProxyStatus(error: .dnsError, details: details).fieldValue[...].text
        #expect(value == "atsproxy; error=dns_error; details=\"\(quoted)\"")
    }

    @Test func boundsItsDetails() {
        #expect(ProxyStatus(error: .dnsError, details: String(repeating: "x", count: 9999)).fieldValue.count < 600)
    }
}
