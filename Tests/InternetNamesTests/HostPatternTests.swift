import InternetNames
import Testing

@Suite struct HostPatternTests {
    /// The hosts of a wildcard are the names below it at any depth.
    @Test(
        arguments: [
            ("*.example.com", "a.example.com", true), ("*.example.com", "a.b.example.com", true),
            ("*.example.com", "example.com", false), ("*.example.com", "anexample.com", false),
            ("*.example.com", "example.com.evil.test", false), ("*.Example.com", "a.example.com", true),
            ("*.example.com", "127.0.0.1", false), ("*.com", "example.com", true), ("*.com", "com", false),
            ("example.com", "example.com", true), ("example.com", "a.example.com", false), ("::1", "0::1", true),
        ])
    func matchesNamesBelow(pattern: String, host: String, matches: Bool) throws {
        #expect(try #require(HostPattern(pattern)).matches(try #require(Host(host))) == matches)
    }

    @Test(arguments: ["", "*", "*.", "*.*.com", "www.*.com", "*example.com", "*.192.0.2.1", "*.[::1]", "a b"])
    func refusesOtherWildcards(text: String) {
        #expect(HostPattern(text) == nil)
    }

    @Test(arguments: ["example.com", "*.example.com", "192.0.2.1"])
    func isWrittenAsItIsRead(text: String) {
        #expect(HostPattern(text)?.description == text)
    }
}
