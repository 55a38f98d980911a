import InternetNames
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct MistakenKeyTests {
    static let insecure: PropertyValue = .dictionary(["NSExceptionAllowsInsecureHTTPLoads": .boolean(true)])

    private static func sentences(_ key: String, _ host: String, _ entry: PropertyValue = insecure) throws -> [String] {
        let policy: [String: PropertyValue] = ["NSExceptionDomains": .dictionary([key: entry])]
        return MistakenKey.keys(of: policy, meantFor: try #require(Host(host))).map(\.sentence)
    }

    @Test(arguments: [
        ("*.acme.com", "api.acme.com", "'acme.com' with NSIncludesSubdomains was"),
        ("*.acme.com", "acme.com", "'acme.com'"),
        (".acme.com", "api.acme.com", "'acme.com' with NSIncludesSubdomains was"),
        ("https://acme.com", "acme.com", "'acme.com' was"), ("acme.com:443", "acme.com", "'acme.com' was"),
        ("acme.com/", "acme.com", "'acme.com' was"), (" Acme.com ", "acme.com", "'acme.com' was"),
        ("M\u{FC}nchen.de", "xn--mnchen-3ya.de", "'xn--mnchen-3ya.de' was"),
    ])
    func namesTheKeyThatWasMeant(key: String, host: String, part: String) throws {
        let sentence = try #require(try Self.sentences(key, host).first)
        #expect(sentence.hasPrefix("the key '\(key.visible())' matches nothing; ") && sentence.contains(part))
    }

    @Test(arguments: [
        "acme.com", "acme.com.", "com", "localhost", "printer.local", "a_b.acme.com", "xn--mnchen-3ya.de", "192.0.2.1",
        "2001:db8::1", "10.0.0.0/8", "2001:db8::/32",
    ])
    func keysThatMatchHaveNoReasonNotTo(key: String) {
        #expect(MistakenKey.reasonOfNoMatch(of: key) == nil)
    }

    @Test(arguments: [
        ("acme.com", "acme.com"), ("acme.com", "apiacme.com"), ("192.0.2.1", "192.0.2.1"), ("*.acme.com", "acme.org"),
        ("*.acme.com", "notacme.com"),
        ("https://acme.com", "api.acme.com"), ("no host", "acme.com"), ("acme.com:443", "acme.org"),
    ])
    func keysThatMatchOrMeanAnotherHostAreNotNamed(key: String, host: String) throws {
        #expect(try Self.sentences(key, host).isEmpty)
    }

    @Test func namesTheParentWhoseSubdomainsAreNotIncluded() throws {
        let sentence = try #require(try Self.sentences("acme.com", "api.acme.com").first)
        #expect(
            sentence == "the key 'acme.com' holds only for that host; for api.acme.com it needs NSIncludesSubdomains.")
        let entry: PropertyValue = .dictionary(["NSIncludesSubdomains": .boolean(true)])
        #expect(try Self.sentences("acme.com", "api.acme.com", entry).isEmpty)
    }

    @Test func subdomainsOfTheEntryCount() throws {
        let entry: PropertyValue = .dictionary(["NSIncludesSubdomains": .boolean(true)])
        #expect(try Self.sentences("https://acme.com", "api.acme.com", entry).count == 1)
    }
}
