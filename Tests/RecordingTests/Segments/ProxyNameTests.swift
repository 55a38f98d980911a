import Recording
import Testing

@Suite struct ProxyNameTests {
    @Test(arguments: ["lab-3", "a", "0", "Lab_3.example.com", String(repeating: "a", count: 64)])
    func isAName(text: String) {
        #expect(ProxyName(text)?.text == text)
    }

    @Test(arguments: [
        "", "-a", ".a", "_a", "a b", "a/b", "../a", "a\n", "\u{E9}", "a\0", String(repeating: "a", count: 65),
    ]) func isNoName(text: String) {
        #expect(ProxyName(text) == nil)
    }

    @Test(arguments: [
        ("lab-3", "lab-3"), ("lab 3/x", "lab-3-x"), ("../etc", "etc"), ("", "proxy"), ("---", "proxy"),
        ("\u{E9}a", "a"), (String(repeating: "a", count: 100), String(repeating: "a", count: 64)),
    ]) func isMadeOfAnyName(host: String, name: String) {
        #expect(ProxyName(ofHost: host).text == name)
        #expect(ProxyName(name) != nil)
    }
}
